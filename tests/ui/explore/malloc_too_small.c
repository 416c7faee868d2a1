// The block has as many bytes as the input says; the third byte exists or not.
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char n;
	klee_make_symbolic(&n, 1, "n");
	klee_assume(n >= 1 & n <= 4);
	char *bytes = malloc(n);
	bytes[2] = 1; //~ out-of-bounds-write
	free(bytes);
	return 0;
}
