// The summaries of strcasecmp and strncasecmp return what plain functions return, for all strings.
//@ paths: 49
//@ brute: 2
#include <klee/klee.h>
#include <strings.h>

static int lower(unsigned char c)
{
	if (c >= 'A' && c <= 'Z')
		return c + 32;
	return c;
}

static int plain(const char *l, const char *r, int n)
{
	for (; n > 0; n--, l++, r++)
		if (lower(*l) != lower(*r) || *l == 0)
			return lower(*l) - lower(*r);
	return 0;
}

int main(void)
{
	static const char *const words[] = {"", "q", "Ab", "[\x80"};
	char in[3], other[2];
	klee_make_symbolic(in, 2, "in");
	in[2] = 0;
	other[0] = in[1], other[1] = 0;
	for (int n = 0; n < 4; n++) {
		klee_assert(plain(in, words[n], 9) == strcasecmp(in, words[n]));
		klee_assert(plain(words[n], in, n) == strncasecmp(words[n], in, n));
	}
	klee_assert(plain(in, other, 9) == strcasecmp(in, other));
	return 0;
}
