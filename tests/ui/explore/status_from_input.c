// The exit status is the input itself: one path, and the test says which status.
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	klee_assume(a >= 17);
	return a;
}
