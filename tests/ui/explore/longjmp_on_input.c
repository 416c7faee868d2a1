// A jump out of a function for one input.
//@ brute: 1
//@ paths: 3
#include <klee/klee.h>
#include <setjmp.h>

static jmp_buf back;

static void check(unsigned char a)
{
	if (a == 42)
		longjmp(back, 7);
	if (a > 250)
		longjmp(back, 8);
}

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int how = setjmp(back);
	if (how)
		return how;
	check(a);
	return 0;
}
