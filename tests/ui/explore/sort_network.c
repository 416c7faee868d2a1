// A network of three exchanges without branches: one path, always sorted.
//@ paths: 1
#include <klee/klee.h>

static void exchange(unsigned char *a, unsigned char *b)
{
	unsigned char d = (*a ^ *b) & -(*a > *b);
	*a ^= d;
	*b ^= d;
}

int main(void)
{
	unsigned char v[3];
	klee_make_symbolic(v, sizeof v, "v");
	exchange(&v[0], &v[1]);
	exchange(&v[1], &v[2]);
	exchange(&v[0], &v[1]);
	if (v[0] > v[1] || v[1] > v[2])
		return 1;
	return 0;
}
