// With the sanitizer, a shift by too much stops the program; the other side goes on.
//@ cflags: -fsanitize=shift -fsanitize-undefined-trap-on-error
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	a <<= b; //~ trap
	return 0;
}
