// 1 MB of live memory; every branch tests one fresh byte, and with -DWRITE writes to that memory.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

#ifndef LEN
#define LEN 16
#endif
enum { BLOCKS = 256, BLOCK = 4096 };

int main(void)
{
	unsigned char *blocks[BLOCKS], input[LEN];
	for (int i = 0; i < BLOCKS; i++) {
		blocks[i] = malloc(BLOCK);
		memset(blocks[i], i, BLOCK);
	}
	klee_make_symbolic(input, sizeof input, "input");
	int n = 0;
	for (int i = 0; i < LEN; i++) {
		if (input[i] == 'x') n++;
#ifdef WRITE
		blocks[16 * i][n] = n;
#endif
	}
	return n;
}
