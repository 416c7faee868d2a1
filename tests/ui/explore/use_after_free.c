// The block is freed if the input says so: the use then is an error, otherwise it is not.
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	int *p = calloc(1, sizeof *p);
	klee_make_symbolic(&a, 1, "a");
	if (a & 4)
		free(p);
	*p = 1; //~ use-after-free
	return 0;
}
