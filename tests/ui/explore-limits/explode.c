// More paths than fit into any memory, each of which writes to memory of its own.
#include <klee/klee.h>
#include <string.h>

enum { BYTES = 64, BLOCK = 65536 };

int main(void)
{
	static unsigned char blocks[BYTES][BLOCK];
	unsigned char input[BYTES];
	klee_make_symbolic(input, sizeof input, "input");
	unsigned n = 0;
	for (int i = 0; i < BYTES; i++) {
		if (input[i] > input[(7 * i + 3) % BYTES]) n++;
		memset(blocks[i], n, BLOCK);
	}
	return n % 2;
}
