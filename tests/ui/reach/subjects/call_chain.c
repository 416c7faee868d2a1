//@ args: 12
// The target is four calls down.
#include <stdlib.h>

static int d(int x)
{
	if (x == 77)
		return 1; //~ reached
	return 0;
}

static int c(int x) { return x > 60 ? d(x) : 0; }
static int b(int x) { return x > 40 ? c(x) : 0; }
static int a(int x) { return x > 20 ? b(x) : 0; }

int main(int argc, char **argv)
{
	return a(atoi(argv[1]));
}
