// The summaries of strtol and strtoul read what a plain function reads, to several bases, for all
// strings.
//@ paths: 155
//@ brute: 2
#include <klee/klee.h>
#include <stdlib.h>

static int digit(unsigned char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'Z')
		return c - 'A' + 10;
	return 99;
}

static long plain(const char *s, const char **end, int base)
{
	const char *p = s;
	long value = 0;
	while (*p == ' ' || (*p >= '\t' && *p <= '\r'))
		p++;
	int negative = *p == '-';
	if (*p == '-' || *p == '+')
		p++;
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] == 'x' || p[1] == 'X') && digit(p[2]) < 16) {
		p += 2;
		base = 16;
	} else if (base == 0) {
		base = *p == '0' ? 8 : 10;
	}
	const char *digits = p;
	for (; digit(*p) < base; p++)
		value = value * base + digit(*p);
	*end = p == digits ? s : p;
	return negative ? -value : value;
}

static void check(const char *s)
{
	static const int bases[] = {10, 0, 16, 2, 36};
	for (int n = 0; n < 5; n++) {
		const char *expected;
		char *end;
		long value = plain(s, &expected, bases[n]);
		klee_assert(strtol(s, &end, bases[n]) == value && end == expected);
		klee_assert(strtoul(s, &end, bases[n]) == (unsigned long)value && end == expected);
	}
	const char *end;
	klee_assert(atoi(s) == (int)plain(s, &end, 10) && atol(s) == plain(s, &end, 10));
}

int main(void)
{
	char in[6];
	klee_make_symbolic(in, 2, "in");
	in[2] = 0;
	check(in);
	/* Digits around, so that blanks, signs and prefixes come at every place. */
	char c = in[1];
	in[1] = in[0], in[0] = '0', in[2] = c, in[3] = '7', in[4] = 0;
	check(in);
	in[0] = ' ', in[4] = '1', in[5] = 0;
	check(in);
	return 0;
}
