//@ options: --fuzz-len 3
//@ alphabet: PK!
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	if (size < 2) return 0;
	if (data[0] != 'P' || data[1] != 'K') _Exit(1);
	if (size > 2 && data[2] == '!') _Exit(3);
	_Exit(2);
}
