/* Integers from text, directly from the string: musl's way through a stream
 * object costs symbolic execution dearly. */
#define _GNU_SOURCE
#include <ctype.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <wchar.h>
#include <features.h>

static int digit_value(unsigned c)
{
	if (c - '0' < 10) return c - '0';
	if ((c | 32) - 'a' < 26) return (c | 32) - 'a' + 10;
	return 99;
}

static int is_space(unsigned c)
{
	return c == ' ' || c - '\t' < 5;
}

/* `limit` is the largest magnitude; a negative number of the signed kind may be
 * one larger. `binary` tells whether 0b is a prefix (C23). */
#define PARSER(name, CH) \
static unsigned long name(const CH *s, CH **end, int base, int is_signed, int binary) \
{ \
	const CH *p = s; \
	if (base < 0 || base == 1 || base > 36) { \
		errno = EINVAL; \
		return 0; \
	} \
	while (is_space(*p)) p++; \
	int negative = *p == '-'; \
	if (*p == '-' || *p == '+') p++; \
	if ((base == 0 || base == 16) && p[0] == '0' && (p[1] | 32) == 'x' && digit_value(p[2]) < 16) { \
		p += 2; \
		base = 16; \
	} else if (binary && (base == 0 || base == 2) && p[0] == '0' && (p[1] | 32) == 'b' && digit_value(p[2]) < 2) { \
		p += 2; \
		base = 2; \
	} else if (base == 0) base = *p == '0' ? 8 : 10; \
	unsigned long value = 0, limit = !is_signed ? ULONG_MAX : negative ? (unsigned long)LONG_MAX + 1 : LONG_MAX; \
	unsigned long safe = limit / base, last = limit % base; \
	const CH *digits = p; \
	int overflow = 0, d; \
	for (; (d = digit_value(*p)) < base; p++) { \
		if (overflow) continue; \
		if (value > safe || (value == safe && (unsigned)d > last)) overflow = 1; \
		else value = value * base + d; \
	} \
	if (end) *end = (CH *)(p == digits ? s : p); \
	if (overflow) { \
		errno = ERANGE; \
		return limit; \
	} \
	return negative ? -value : value; \
}

PARSER(parse_narrow, char)
PARSER(parse_wide, wchar_t)

#define FAMILY(prefix, suffix, CH, parse, binary) \
long prefix##l##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 1, binary); } \
unsigned long prefix##ul##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 0, binary); } \
long long prefix##ll##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 1, binary); } \
unsigned long long prefix##ull##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 0, binary); } \
intmax_t prefix##imax##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 1, binary); } \
uintmax_t prefix##umax##suffix(const CH *restrict s, CH **restrict end, int base) { return parse(s, end, base, 0, binary); }

FAMILY(strto, , char, parse_narrow, 0)
FAMILY(wcsto, , wchar_t, parse_wide, 0)
FAMILY(__isoc23_strto, , char, parse_narrow, 1)
FAMILY(__isoc23_wcsto, , wchar_t, parse_wide, 1)

#define LOCALE_FAMILY(prefix, CH, parse, binary) \
long prefix##l_l(const CH *restrict s, CH **restrict end, int base, locale_t l) { return parse(s, end, base, 1, binary); } \
unsigned long prefix##ul_l(const CH *restrict s, CH **restrict end, int base, locale_t l) { return parse(s, end, base, 0, binary); } \
long long prefix##ll_l(const CH *restrict s, CH **restrict end, int base, locale_t l) { return parse(s, end, base, 1, binary); } \
unsigned long long prefix##ull_l(const CH *restrict s, CH **restrict end, int base, locale_t l) { return parse(s, end, base, 0, binary); }

LOCALE_FAMILY(strto, char, parse_narrow, 0)
LOCALE_FAMILY(wcsto, wchar_t, parse_wide, 0)
LOCALE_FAMILY(__isoc23_strto, char, parse_narrow, 1)
LOCALE_FAMILY(__isoc23_wcsto, wchar_t, parse_wide, 1)

long __strtol_internal(const char *s, char **end, int base, int group) { return strtol(s, end, base); }
unsigned long __strtoul_internal(const char *s, char **end, int base, int group) { return strtoul(s, end, base); }
long long __strtoll_internal(const char *s, char **end, int base, int group) { return strtoll(s, end, base); }
unsigned long long __strtoull_internal(const char *s, char **end, int base, int group) { return strtoull(s, end, base); }
long strtoq(const char *s, char **end, int base) { return strtol(s, end, base); }
unsigned long strtouq(const char *s, char **end, int base) { return strtoul(s, end, base); }
long wcstoq(const wchar_t *s, wchar_t **end, int base) { return wcstol(s, end, base); }
unsigned long wcstouq(const wchar_t *s, wchar_t **end, int base) { return wcstoul(s, end, base); }

int atoi(const char *s) { return strtol(s, 0, 10); }
long atol(const char *s) { return strtol(s, 0, 10); }
long long atoll(const char *s) { return strtoll(s, 0, 10); }
