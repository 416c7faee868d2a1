// Source and target overlap for one input: that path is an error, the other one exits.
//@ paths: 1
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char a;
	char buffer[16] = { 0 };
	volatile size_t n = 4;
	klee_make_symbolic(&a, 1, "a");
	if (a == 1)
		memcpy(buffer + 1, buffer, n); //~ overlapping-memcpy
	else
		memcpy(buffer + 4, buffer, n);
	return 0;
}
