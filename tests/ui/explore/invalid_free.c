// The address that is freed is a block's own or one byte further.
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	char *p = malloc(3);
	klee_make_symbolic(&a, 1, "a");
	if (a == 1)
		p++;
	free(p); //~ invalid-free
	return 0;
}
