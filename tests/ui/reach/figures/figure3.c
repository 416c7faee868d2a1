//@ args: 150
// Figure 3 of the paper on KATCH: a call that is near to the target and cannot lead to it.
#include <stdlib.h>

static int hits;

static void f(int x)
{
	if (x == 999)
		hits++; //~ reached
}

int main(int argc, char **argv)
{
	int input = argc > 1 ? atoi(argv[1]) : 0;
	if (input < 100)
		f(0);

	if (input > 100)
		if (input > 200)
			f(input);
	return hits;
}
