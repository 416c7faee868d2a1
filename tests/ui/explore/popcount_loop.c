// Counts bits one by one: a path for each number.
//@ brute: 1
//@ paths: 256
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	klee_make_symbolic(&a, 1, "a");
	int n = 0;
	for (int i = 0; i < 8; i++)
		if (a >> i & 1)
			n++;
	return n;
}
