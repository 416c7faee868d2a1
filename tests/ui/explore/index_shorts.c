// The same with elements of two bytes.
//@ brute: 1
//@ paths: 2
#include <klee/klee.h>

static const short table[8] = { 300, -2, 77, 300, 0, 5000, -30000, 1 };

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	if (table[a & 7] == 300)
		return a > 8 ? 1 : 2;
	return table[a & 7] < 0 ? 3 : 4;
}
