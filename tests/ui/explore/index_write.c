// A write at an index that the input chooses, then reads of all elements.
//@ brute: 1
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a, cells[4] = { 1, 2, 3, 4 };
	klee_make_symbolic(&a, 1, "a");
	cells[a & 3] = a >> 4;
	if (cells[1] == 9)
		return 1;
	if (cells[3] == 4)
		return cells[0] ? 2 : 3;
	return 4;
}
