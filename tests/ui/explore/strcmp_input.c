// A string compared by libc: equal to "ab" or not; every test reproduces.
//@ statuses: 0 1 2
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char in[4];
	klee_make_symbolic(in, sizeof in, "in");
	in[3] = 0;
	if (strcmp(in, "ab") == 0)
		return 1;
	if (strchr(in, 'z'))
		return 2;
	return 0;
}
