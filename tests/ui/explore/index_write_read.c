// What was written at one index is read at another one.
//@ brute: 2
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	unsigned char a, b;
	short cells[4] = { 0 };
	klee_make_symbolic(&a, 1, "a");
	klee_make_symbolic(&b, 1, "b");
	cells[a & 3] = 500;
	cells[b & 3] += 1;
	if (cells[a & 3] == 501)
		return 1;
	return cells[(a + b) & 3];
}
