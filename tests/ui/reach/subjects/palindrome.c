//@ args: abcde
// Bytes that depend on each other.
#include <string.h>

int main(int argc, char **argv)
{
	int n = strlen(argv[1]);
	for (int i = 0; i < n / 2; i++)
		if (argv[1][i] != argv[1][n - 1 - i])
			return 0;
	if (argv[1][0] == 'z')
		return 3; //~ reached
	return 1; //~ reached
}
