// The error path frees what the caller frees again (as in CVE-2017-7533 and many others).
#include <klee/klee.h>
#include <stdlib.h>

static int decode(unsigned char *buffer, unsigned char kind)
{
	if (kind == 0)
		return 0;
	if (kind > 0x7f) {
		free(buffer);
		return -1;
	}
	buffer[0] = kind;
	return 1;
}

int main(void)
{
	unsigned char kind, *buffer = malloc(4);
	klee_make_symbolic(&kind, 1, "kind");
	int result = decode(buffer, kind);
	free(buffer); //~ double-free
	return result;
}
