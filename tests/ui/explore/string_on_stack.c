// Characters one after the other: each of four may be the last one.
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	char in[4];
	int n = 0;
	klee_make_symbolic(in, sizeof in, "in");
	while (n < 4 && in[n])
		n++;
	return n;
}
