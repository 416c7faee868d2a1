/* Floating-point numbers from text: musl's conversion with glibc's errno, which is
 * left alone when nothing is converted and tells of results too small for a normal
 * number or too large for any; NaNs keep their sign and payload. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <wchar.h>

/* Whether the text is "inf" after its sign and spaces, and what a NaN's text asks for. */
struct special { int is_inf, negative; unsigned long long payload; };

#define SPECIAL(CH, to_integer) \
static struct special special_##CH(const CH *s) \
{ \
	struct special found = { 0 }; \
	while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++; \
	found.negative = *s == '-'; \
	if (*s == '-' || *s == '+') s++; \
	found.is_inf = (*s | 32) == 'i'; \
	if ((*s | 32) == 'n' && s[3] == '(') { \
		CH *end; \
		unsigned long long payload = to_integer(s + 4, &end, 0); \
		if (*end == ')') found.payload = payload; \
	} \
	return found; \
}
SPECIAL(char, strtoull)
SPECIAL(wchar_t, wcstoull)

static float nan_float(struct special n)
{
	union { unsigned bits; float value; } u = { 0x7fc00000 | (n.payload & 0x3fffff) | (unsigned)n.negative << 31 };
	return u.value;
}
static double nan_double(struct special n)
{
	union { unsigned long long bits; double value; } u = {
		0x7ff8000000000000 | (n.payload & 0x7ffffffffffff) | (unsigned long long)n.negative << 63 };
	return u.value;
}
static long double nan_long_double(struct special n)
{
	union { struct { unsigned long long mantissa; unsigned short top; } parts; long double value; } u = {
		{ 0xc000000000000000 | (n.payload & 0x3fffffffffffffff), 0x7fff | n.negative << 15 } };
	return u.value;
}

#define CONVERSION(name, T, CH, smallest, make_nan) \
T __pl_musl_##name(const CH *restrict, CH **restrict); \
T name(const CH *restrict s, CH **restrict end) \
{ \
	CH *stop; \
	int saved = errno; \
	errno = 0; \
	T value = __pl_musl_##name(s, &stop); \
	if (end) *end = stop; \
	if (value - value != 0) { \
		struct special found = special_##CH(s); \
		if (value != value) value = make_nan(found); \
		else if (!found.is_inf) errno = ERANGE; \
	} \
	int failed = errno == ERANGE || (value != 0 && value < smallest && value > -smallest); \
	errno = stop != s && failed ? ERANGE : saved; \
	return value; \
}

CONVERSION(strtof, float, char, FLT_MIN, nan_float)
CONVERSION(strtod, double, char, DBL_MIN, nan_double)
CONVERSION(strtold, long double, char, LDBL_MIN, nan_long_double)
CONVERSION(wcstof, float, wchar_t, FLT_MIN, nan_float)
CONVERSION(wcstod, double, wchar_t, DBL_MIN, nan_double)
CONVERSION(wcstold, long double, wchar_t, LDBL_MIN, nan_long_double)
