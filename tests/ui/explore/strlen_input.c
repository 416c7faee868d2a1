// The length of a string of up to three characters, by libc: it is 2 or not.
//@ statuses: 0 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	char in[4];
	klee_make_symbolic(in, sizeof in, "in");
	in[3] = 0;
	if (strlen(in) == 2)
		return 1;
	return 0;
}
