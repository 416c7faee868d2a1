//@ args: 0
// Bits that several functions set.
#include <stdlib.h>

enum { READ = 1, WRITE = 2, APPEND = 4 };
static unsigned flags;

static void parse(const char *mode)
{
	for (; *mode; mode++)
		switch (*mode) {
		case 'r':
			flags |= READ;
			break;
		case 'w':
			flags |= WRITE;
			break;
		case 'a':
			flags |= APPEND;
			break;
		}
}

int main(int argc, char **argv)
{
	parse(argv[1]);
	if ((flags & (WRITE | APPEND)) == (WRITE | APPEND))
		return 3; //~ reached
	return 0;
}
