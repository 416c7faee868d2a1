// A read at an index that the input chooses does not fork.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>

static const unsigned char table[16] = { 7, 1, 4, 1, 5, 9, 2, 6, 5, 3, 5, 8, 9, 7, 9, 3 };

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	unsigned char v = table[a & 15];
	if (v == 9)
		return 1;
	return v > table[a >> 4] ? 2 : 3;
}
