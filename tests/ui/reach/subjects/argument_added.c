//@ args: a
// A word that is no option must be among the arguments.
#include <string.h>

int main(int argc, char **argv)
{
	int verbose = 0;
	for (int n = 1; n < argc; n++)
		if (strcmp(argv[n], "verbose") == 0)
			verbose = 1;
	if (verbose)
		return 4; //~ reached
	return 0;
}
