// The summaries of strlen and strnlen count what plain functions count, for all strings; a copy of
// a length that depends on the input has it, too.
//@ paths: 3
//@ brute: 2
#define _GNU_SOURCE
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static size_t plain(const char *s, size_t most)
{
	size_t n = 0;
	while (n < most && s[n] != 0)
		n++;
	return n;
}

int main(void)
{
	char in[4];
	klee_make_symbolic(in, 2, "in");
	in[2] = 'x';
	in[3] = 0;
	size_t length = plain(in, 9);
	klee_assert(length == strlen(in));
	for (size_t n = 0; n < 5; n++)
		klee_assert(plain(in, n) == strnlen(in, n));
	char *copy = strdup(in);
	klee_assert(copy != 0 && plain(copy, 9) == length && strcmp(copy, in) == 0);
	free(copy);
	return 0;
}
