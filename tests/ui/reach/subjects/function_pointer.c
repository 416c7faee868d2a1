//@ args: 1
// A function that only a pointer leads to.
#include <stdlib.h>

static int handler(int n)
{
	if (n == 42)
		return 5; //~ reached
	return 0;
}

static int nothing(int n)
{
	return n > 1000;
}

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	int (*call)(int) = nothing;
	if (n > 10)
		call = handler;
	return call(n);
}
