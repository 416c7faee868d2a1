// A loop whose length is the input.
//@ brute: 1
//@ paths: 14
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int n = 0;
	klee_assume(a < 20);
	while (a > 0) {
		a -= 3 > a ? a : 3;
		n++;
	}
	return n;
}
