//@ args: file
// Options parsed without getopt.
#include <string.h>

static int force, recursive;

int main(int argc, char **argv)
{
	int n = 1;
	for (; n < argc && argv[n][0] == '-'; n++) {
		if (strcmp(argv[n], "--force") == 0)
			force = 1;
		else if (strcmp(argv[n], "--recursive") == 0)
			recursive = 1;
		else
			return 2; //~ reached
	}
	if (force)
		return 3; //~ reached
	if (recursive)
		return 4; //~ reached
	return 0;
}
