// Inputs copied into a structure: two conditions about the copy, one about the original.
//@ paths: 3
#include <klee/klee.h>
#include <string.h>

struct header {
	unsigned short kind;
	unsigned char length;
};

int main(void)
{
	unsigned char in[4];
	struct header header;
	klee_make_symbolic(in, sizeof in, "in");
	memcpy(&header, in, sizeof header);
	if (header.kind != 0x0201)
		return 1;
	if (header.length > 100)
		return 2;
	return in[0] == 1 ? 0 : 3;
}
