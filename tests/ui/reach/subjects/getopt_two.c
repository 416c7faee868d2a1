//@ args: x
// Two options at once.
#include <unistd.h>

int main(int argc, char **argv)
{
	int c, quiet = 0, count = 0;
	while ((c = getopt(argc, argv, "qc")) != -1)
		switch (c) {
		case 'q':
			quiet = 1;
			break;
		case 'c':
			count = 1;
			break;
		default:
			return 2;
		}
	if (quiet)
		return count ? 5 : 4; //~ reached
	if (count)
		return 3; //~ reached
	return 0;
}
