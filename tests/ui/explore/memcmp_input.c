// Memory compared by libc; every test reproduces.
//@ statuses: 1 2 3
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char in[3];
	klee_make_symbolic(in, sizeof in, "in");
	int order = memcmp(in, "key", 3);
	if (order == 0)
		return 1;
	if (order < 0)
		return 2;
	return 3;
}
