/* A `main` for programs that have `LLVMFuzzerTestOneInput` instead. Explored, the data and their
 * size are inputs (`FuzzData` and `FuzzSize` of crates/inputs). Compiled natively, the data come from
 * standard input. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
__attribute__((weak)) int LLVMFuzzerInitialize(int *argc, char ***argv);

#ifdef PATCHLIGHT_FUZZ_LEN
#include <klee/klee.h>

static size_t get_data(uint8_t *data)
{
	klee_make_symbolic(data, PATCHLIGHT_FUZZ_LEN, "fuzz-data");
	return klee_range(0, PATCHLIGHT_FUZZ_LEN + 1, "fuzz-size");
}
#else
#define PATCHLIGHT_FUZZ_LEN (1 << 20)

static size_t get_data(uint8_t *data)
{
	return fread(data, 1, PATCHLIGHT_FUZZ_LEN, stdin);
}
#endif

int main(int argc, char **argv)
{
	static uint8_t all[PATCHLIGHT_FUZZ_LEN];
	if (LLVMFuzzerInitialize) LLVMFuzzerInitialize(&argc, &argv);
	size_t size = get_data(all);
	/* An object of its own, so that reading past its end is seen. */
	uint8_t *data = malloc(size);
	if (size > 0) memcpy(data, all, size);
	LLVMFuzzerTestOneInput(data, size);
	free(data);
	return 0;
}
