// Pages unmapped from the start, the middle and the end of a mapping leave the others usable.
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

#define PAGE 4096

static char *map(int n)
{
	return mmap(NULL, n * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

static void show(const char *what, int result)
{
	printf("%s: %d %s\n", what, result, result ? strerror(errno) : "");
}

int main(void)
{
	unsigned char resident[4];
	char *p = map(4);
	for (int i = 0; i < 4; i++)
		memset(p + i * PAGE, 'a' + i, PAGE);
	show("all resident", mincore(p, 4 * PAGE, resident));
	show("middle", munmap(p + PAGE, PAGE));
	printf("%c %c %c\n", p[0], p[2 * PAGE], p[4 * PAGE - 1]);
	show("with a hole", mincore(p, 4 * PAGE, resident));
	show("before the hole", mincore(p, PAGE, resident));
	show("unaligned", mincore(p + 1, PAGE, resident));
	show("start", munmap(p, PAGE));
	show("again", munmap(p, PAGE));
	printf("%c\n", p[3 * PAGE]);
	show("end, less than a page", munmap(p + 3 * PAGE, 1));
	p[2 * PAGE] = 'z';
	printf("%c %c\n", p[2 * PAGE], p[2 * PAGE + 1]);
	show("rest", munmap(p, 4 * PAGE));
	show("gone", mincore(p + 2 * PAGE, PAGE, resident));
	show("unaligned", munmap(p + 1, PAGE));
	show("nothing", munmap(p, 0));

	char *grown = mremap(map(1), PAGE, 3 * PAGE, MREMAP_MAYMOVE);
	grown[3 * PAGE - 1] = 'g';
	show("part of what grew", munmap(grown, PAGE));
	printf("%c\n", grown[3 * PAGE - 1]);
	return 0;
}
