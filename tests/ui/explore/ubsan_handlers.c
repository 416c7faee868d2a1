// The sanitizer's own functions end the program at a sum that does not fit.
//@ cflags: -fsanitize=signed-integer-overflow -fno-sanitize-recover=all
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	int a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	int sum = a + b; //~ reported
	return sum == 5;
}
