// Freed on the first condition, on the second one, on both: three paths exit, one does not.
//@ paths: 2
#include <klee/klee.h>
#include <stdlib.h>

int main(void)
{
	unsigned char a;
	char *p = malloc(3);
	klee_make_symbolic(&a, 1, "a");
	if (a > 10)
		free(p);
	if (a > 20)
		free(p); //~ double-free
	return 0;
}
