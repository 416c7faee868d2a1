// The sanitizer would only warn of a shift by too much and go on: the path is an error all the same.
//@ cflags: -fsanitize=shift-exponent
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	int a;
	klee_make_symbolic(&a, sizeof a, "a");
	int bit = 1 << a; //~ reported
	return bit == 64;
}
