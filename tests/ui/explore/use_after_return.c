// A pointer to a local that is gone, for one input.
//@ paths: 1
#include <klee/klee.h>

static int *escape(int *other, int gone)
{
	int local = 3;
	int *p = &local;
	return gone ? p : other;
}

int main(void)
{
	unsigned char a;
	int value = 1;
	klee_make_symbolic(&a, 1, "a");
	int *p = &value;
	if (a == 200)
		p = escape(&value, 1);
	return *p; //~ use-after-return
}
