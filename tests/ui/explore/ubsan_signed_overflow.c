// With the sanitizer, a sum that does not fit stops the program.
//@ cflags: -fsanitize=signed-integer-overflow -fsanitize-undefined-trap-on-error
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	int a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	int sum = a + b; //~ trap
	return sum == 5;
}
