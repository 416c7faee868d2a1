// Labels as values.
//@ brute: 1
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	static void *const labels[] = { &&stop, &&left, &&right, &&left };
	unsigned char a;
	int n = 0;
	klee_make_symbolic(&a, 1, "a");
	goto *labels[a & 3];
left:
	n = 10;
	goto *labels[a >> 6 & 2];
right:
	n += 5;
stop:
	return n;
}
