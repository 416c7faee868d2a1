// 128-bit arithmetic in the assembly of longlong.h, with carries in every position.
#include <stdint.h>
#include <stdio.h>

static void add(uint64_t ah, uint64_t al, uint64_t bh, uint64_t bl)
{
	uint64_t high, low;
	__asm__("addq %5,%q1\n\tadcq %3,%q0"
		: "=r"(high), "=&r"(low)
		: "0"(ah), "rme"(bh), "%1"(al), "rme"(bl));
	printf("add %016lx%016lx\n", high, low);
	__asm__("subq %5,%q1\n\tsbbq %3,%q0"
		: "=r"(high), "=&r"(low)
		: "0"(ah), "rme"(bh), "1"(al), "rme"(bl));
	printf("sub %016lx%016lx\n", high, low);
}

static void multiply(uint64_t a, uint64_t b)
{
	uint64_t high, low;
	__asm__("mulq\t%3" : "=a"(low), "=d"(high) : "%0"(a), "rm"(b));
	printf("mul %016lx%016lx\n", high, low);
}

int main(void)
{
	const uint64_t words[] = {0, 1, 2, 0x7fffffffffffffff, 0x8000000000000000, UINT64_MAX};
	const int n = sizeof words / sizeof *words;
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			add(words[i], words[j], words[j], words[n - 1 - i]);
			multiply(words[i], words[j]);
		}
	return 0;
}
