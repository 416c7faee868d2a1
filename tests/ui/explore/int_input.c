// An int of the harness: it is the answer or not.
//@ paths: 2
#include <klee/klee.h>

int main(void)
{
	if (klee_int("answer") == 42)
		return 1;
	return 0;
}
