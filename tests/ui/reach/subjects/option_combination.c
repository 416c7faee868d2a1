//@ args: x
// Two options that only together lead there.
#include <unistd.h>

static int archive, keep;

int main(int argc, char **argv)
{
	int c;
	while ((c = getopt(argc, argv, "akv")) != -1)
		switch (c) {
		case 'a':
			archive = 1;
			break;
		case 'k':
			keep = 1;
			break;
		case 'v':
			break;
		default:
			return 2;
		}
	if (archive && keep)
		return 3; //~ reached
	return 0;
}
