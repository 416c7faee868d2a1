// The summaries of strcmp and strncmp return what plain functions return, for all pairs of strings.
//@ paths: 11
//@ brute: 2
#include <klee/klee.h>
#include <string.h>

static int plain(const char *l, const char *r, int n)
{
	for (; n > 0; n--, l++, r++)
		if (*l != *r || *l == 0)
			return (unsigned char)*l - (unsigned char)*r;
	return 0;
}

int main(void)
{
	static const char *const words[] = {"", "a", "ab", "\xff\x80", "abc"};
	char in[3], one[2], other[3];
	klee_make_symbolic(in, 2, "in");
	in[2] = 0;
	one[0] = in[0], one[1] = 0;
	other[0] = in[1], other[1] = in[0], other[2] = 0;
	for (int n = 0; n < 5; n++) {
		klee_assert(plain(in, words[n], 9) == strcmp(in, words[n]));
		klee_assert(plain(words[n], in, 9) == strcmp(words[n], in));
		klee_assert(plain(in, words[n], n) == strncmp(in, words[n], n));
	}
	klee_assert(plain(in, other, 9) == strcmp(in, other));
	klee_assert(plain(one, other, 9) == strcmp(one, other));
	klee_assert(plain(one, other, 1) == strncmp(one, other, 1));
	return 0;
}
