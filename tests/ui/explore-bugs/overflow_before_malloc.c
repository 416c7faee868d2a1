// A count times a size wraps at 32 bits, so the block is smaller than what is written (as in
// CVE-2002-0391). 0x20000000 + k elements have 8k bytes, so for k from 0 to 3 element k is too much.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct entry {
	uint32_t key, value;
};

int main(void)
{
	uint32_t count;
	klee_make_symbolic(&count, sizeof count, "count");
	if (count == 0 || count > 0x20000003)
		return 1;
	uint32_t bytes = count * (uint32_t)sizeof(struct entry);
	if (bytes > 64)
		return 2;
	struct entry *entries = malloc(bytes);
	for (uint32_t i = 0; i < count && i < 10; i++)
		entries[i].key = i; //~ out-of-bounds-write paths=4
	free(entries);
	return 0;
}
