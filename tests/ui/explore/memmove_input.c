// Inputs moved within their buffer: bytes 0 and 1 are now at 1 and 2.
//@ paths: 2
#include <klee/klee.h>
#include <string.h>

int main(void)
{
	unsigned char in[4];
	klee_make_symbolic(in, sizeof in, "in");
	unsigned char first = in[0];
	memmove(in + 1, in, 3);
	if (in[1] != first)
		return 1;
	if (in[0] != in[1])
		return 2;
	if (in[3] == 'x')
		return 3;
	return 0;
}
