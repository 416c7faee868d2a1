//@ options: --fuzz-len 2
//@ alphabet: PK
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

static int ready;

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
	ready = *argc == 1;
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (!ready) _Exit(100);
	if (size > 0 && data[0] == 'P' && data[1] == 'K') _Exit(1); //~ out-of-bounds-read
	return 0;
}
