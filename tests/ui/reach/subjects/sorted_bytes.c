//@ args: dcba
// All bytes in order, and not all the same.
#include <string.h>

int main(int argc, char **argv)
{
	int n = strlen(argv[1]), rises = 0;
	for (int i = 1; i < n; i++) {
		if (argv[1][i] < argv[1][i - 1])
			return 0;
		rises += argv[1][i] > argv[1][i - 1];
	}
	if (rises == 2 && n == 4)
		return 3; //~ reached
	return 1;
}
