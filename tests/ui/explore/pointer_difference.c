// Where a pointer into an array points to: each of four comparisons leaves or goes on.
//@ paths: 4
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int cells[5];
	klee_make_symbolic(&a, 1, "a");
	int *p = cells + (a & 3);
	for (int i = 0; i < 4; i++)
		if (p - cells == i)
			return i;
	return 9;
}
