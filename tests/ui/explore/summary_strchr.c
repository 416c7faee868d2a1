// The summaries of strchr, strchrnul, strrchr and memchr find what plain functions find, for all
// strings and characters.
//@ paths: 18
//@ brute: 2
#define _GNU_SOURCE
#include <klee/klee.h>
#include <string.h>

static const char *first(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c)
			return s;
		if (*s == 0)
			return 0;
	}
}

static const char *last(const char *s, int c)
{
	const char *found = 0;
	for (;; s++) {
		if (*s == (char)c)
			found = s;
		if (*s == 0)
			return found;
	}
}

static const char *in_range(const char *s, int c, int n)
{
	for (; n > 0; n--, s++)
		if (*s == (char)c)
			return s;
	return 0;
}

static const char signs[] = "+-x";

int main(void)
{
	char in[4];
	klee_make_symbolic(in, 2, "in");
	int other = in[1];
	for (int n = 0; n < 3; n++) {
		/* The end, a constant, a character that is in the string itself. */
		int c = n == 0 ? 0 : n == 1 ? 'x' : other;
		in[2] = n == 2 ? 'x' : 0;
		in[3] = 0;
		const char *found = first(in, c);
		klee_assert(found == strchr(in, c));
		klee_assert((found ? found : in + strlen(in)) == strchrnul(in, c));
		klee_assert(last(in, c) == strrchr(in, c));
		klee_assert(in_range(in, c, 3) == memchr(in, c, 3));
		klee_assert(in_range(in, c, 1) == memchr(in, c, 1));
		klee_assert(first(signs, in[0]) == strchr(signs, in[0]));
	}
	return 0;
}
