// A block that grows by as much as the input says: every size reproduces.
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char n;
	klee_make_symbolic(&n, 1, "n");
	klee_assume(n >= 1 & n <= 3);
	char *p = calloc(n, 2);
	p = realloc(p, n + 2);
	p[n + 1] = 5;
	int v = p[0];
	free(p);
	return v;
}
