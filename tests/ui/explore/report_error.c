// The harness reports an error.
//@ brute: 1
//@ paths: 1
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (a == 'x')
		klee_report_error(__FILE__, __LINE__, "an x", "x"); //~ reported
	klee_assert(a != 'y'); //~ reported
	return a == 'z';
}
