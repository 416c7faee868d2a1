//@ options: --sym-args 0 2 2
//@ alphabet: -a
#include <string.h>

int main(int argc, char **argv)
{
	int options = 0;
	for (int i = 1; i < argc; i++)
		if (argv[i][0] == '-') options += i;
	if (argv[argc] != 0) return 100;
	return 10 * argc + options;
}
