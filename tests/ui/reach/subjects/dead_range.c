//@ args: 5
// Two conditions that exclude each other.
#include <stdlib.h>

static int check(int n)
{
	if (n > 10)
		return 4; //~ unreachable
	return 0;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (n < 5)
		return check(n);
	return 1;
}
