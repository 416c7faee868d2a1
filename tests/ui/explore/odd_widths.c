// Fields of 7 and 37 bits: each of three conditions leaves or goes on.
//@ paths: 4
#include <klee/klee.h>

struct fields {
	unsigned long long seven : 7, wide : 37;
};

int main(void)
{
	struct fields f;
	unsigned long long v;
	klee_make_symbolic(&v, sizeof v, "v");
	f.seven = v;
	f.wide = v >> 3;
	if (f.seven == 100)
		return 1;
	f.seven++;
	if (f.seven == 0)
		return 2;
	if (f.wide > 0x1ffffffff0)
		return 3;
	return 0;
}
