// Hints do not change what is found: one branch, two paths.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	klee_prefer_cex(&a, a > 'a');
	klee_open_merge();
	int n = 0;
	if (a == 'q')
		n = 1;
	klee_close_merge();
	klee_warning_once("here");
	return n;
}
