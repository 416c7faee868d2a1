/* Numbers for scanf: integers are converted as glibc's strtol and strtoul do. musl's vfscanf is
 * compiled to call this (see build.toml) with its conversion letter. */
#include <ctype.h>
#include <errno.h>
#include <limits.h>
#include "stdio_impl.h"
#include "floatscan.h"
#include "shgetc.h"

static unsigned value_of(int c)
{
	if (c - '0' + 0u < 10) return c - '0';
	if ((c | 32) - 'a' + 0u < 26) return (c | 32) - 'a' + 10;
	return 99;
}

static unsigned long no_match(FILE *f)
{
	shunget(f);
	shlim(f, 0);
	return 0;
}

/* glibc prints a null pointer as "(nil)" and reads it back. */
static int is_nil(FILE *f, int c)
{
	for (const char *s = "(nil)"; *s; s++) {
		if (c != *s) return 0;
		if (s[1]) c = shgetc(f);
	}
	return 1;
}

unsigned long long __pl_scan_integer(FILE *f, unsigned base, int conversion)
{
	int c, negative = 0, overflow = 0;
	int is_signed = conversion == 'd' || conversion == 'i';
	while (isspace((c = shgetc(f))));
	if (conversion == 'p' && c == '(') {
		if (is_nil(f, c)) return 0;
		return no_match(f);
	}
	if (c == '+' || c == '-') {
		negative = c == '-';
		c = shgetc(f);
	}
	int any = 0;
	if (c == '0' && (base == 0 || base == 16)) {
		any = 1;
		c = shgetc(f);
		if ((c | 32) == 'x') {
			base = 16;
			c = shgetc(f);
		} else if (!base) base = 8;
	} else if (!base) base = 10;
	if (!any && value_of(c) >= base) return no_match(f);
	unsigned long limit = !is_signed ? ULONG_MAX : negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX;
	unsigned long value = 0;
	for (unsigned d; (d = value_of(c)) < base; c = shgetc(f)) {
		if (value > (limit - d) / base) overflow = 1;
		else value = value * base + d;
	}
	shunget(f);
	if (overflow) {
		errno = ERANGE;
		return limit;
	}
	return negative ? -value : value;
}

/* An exponent without digits is left out; a mismatch is no error of the call. */
long double __pl_scan_float(FILE *f, int precision)
{
	int saved = errno;
	long double value = __floatscan(f, precision, 1);
	if (errno == EINVAL) errno = saved;
	return value;
}
