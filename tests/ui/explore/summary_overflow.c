// A number that may overflow is read by the plain function: the largest value and ERANGE.
//@ statuses: 0 1 2
#include <errno.h>
#include <klee/klee.h>
#include <limits.h>
#include <stdlib.h>

int main(void)
{
	char in[21] = "9223372036854775800";
	char c;
	klee_make_symbolic(&c, 1, "in");
	in[18] = c;
	errno = 0;
	long value = strtol(in, 0, 10);
	if (errno == ERANGE)
		return value == LONG_MAX ? 1 : 3;
	if (value == LONG_MAX)
		return 2;
	return 0;
}
