// A string that may have no end: the error is found, and what has an end goes on.
//@ paths: 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char *in = malloc(2);
	if (in == 0)
		abort();
	klee_make_symbolic(in, 2, "in");
	if (strlen(in) == 1) //~ out-of-bounds-read
		return 1;
	return 0;
}
