//@ args: 9
// The depth of a recursion.
#include <stdlib.h>

static int steps(unsigned n)
{
	if (n <= 1)
		return 0;
	return 1 + steps(n & 1 ? 3 * n + 1 : n / 2);
}

int main(int argc, char **argv)
{
	unsigned n = atoi(argv[1]);
	if (n > 20)
		return 1;
	if (steps(n) == 8)
		return 3; //~ reached
	return 0;
}
