// A pointer read from a table at a symbolic index: one path for each of the three objects.
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	unsigned char a;
	int x = 1, y = 2, z = 3, *table[4] = { &x, &y, &z, &x };
	klee_make_symbolic(&a, 1, "a");
	int *p = table[a & 3];
	*p += 10;
	return x * 100 + y * 10 + z;
}
