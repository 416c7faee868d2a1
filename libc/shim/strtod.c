/* Floating-point numbers from text: musl's conversion with glibc's errno, which is
 * left alone when nothing is converted and tells of results too small for a normal
 * number or too large for any; NaNs keep their sign and payload. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <wchar.h>

/* What a text says besides its value: whether it is "inf", a NaN's payload, and of a
 * hexadecimal number the exponent of its lowest bit, which tells whether it is exact. */
struct special { int is_inf, negative, is_hex; long lowest_bit; unsigned long long payload; };

#define SPECIAL(CH, to_integer, to_exponent) \
static long lowest_bit_##CH(const CH *s) \
{ \
	long n_whole = -1, n = 0, lowest = 0; \
	for (;; s++) { \
		int c = *s | 32, digit = *s >= '0' && *s <= '9' ? *s - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1; \
		if (*s == '.' && n_whole < 0) n_whole = n; \
		else if (digit < 0) break; \
		else { \
			n++; \
			if (digit) lowest = -4 * n + __builtin_ctz(digit); \
		} \
	} \
	long exponent = (*s | 32) == 'p' ? to_exponent(s + 1, 0, 10) : 0; \
	return lowest + 4 * (n_whole < 0 ? n : n_whole) + exponent; \
} \
static struct special special_##CH(const CH *s) \
{ \
	struct special found = { 0 }; \
	while (*s == ' ' || (*s >= '\t' && *s <= '\r')) s++; \
	found.negative = *s == '-'; \
	if (*s == '-' || *s == '+') s++; \
	found.is_inf = (*s | 32) == 'i'; \
	found.is_hex = *s == '0' && (s[1] | 32) == 'x'; \
	if (found.is_hex) found.lowest_bit = lowest_bit_##CH(s + 2); \
	if ((*s | 32) == 'n' && s[3] == '(') { \
		CH *end; \
		unsigned long long payload = to_integer(s + 4, &end, 0); \
		if (*end == ')') found.payload = payload; \
	} \
	return found; \
}
SPECIAL(char, strtoull, strtol)
SPECIAL(wchar_t, wcstoull, wcstol)

int __pl_is_symbolic(long);
long __pl_pin_for_float(long);

#define IS_DIGIT(c) ((c) >= '0' && (c) <= '9')

/* How long the decimal numeral is at the start of a text; 0 if none of it depends on
 * the input, or if there is none. The calls that change nothing keep negative numbers
 * and zero on paths of their own. */
#define NUMERAL(CH) \
static size_t symbolic_numeral_##CH(const CH *s) \
{ \
	size_t n = 0, exponent; \
	int digits = 0, n_digits = 0, points = 0, is_symbolic = 0; \
	while (s[n] == ' ' || (s[n] >= '\t' && s[n] <= '\r')) n++; \
	if (s[n] == '-') __pl_pin_for_float(0), n++; \
	else if (s[n] == '+') n++; \
	if (s[n] == '0' && (s[n + 1] | 32) == 'x') return 0; \
	for (;; n++) { \
		is_symbolic |= __pl_is_symbolic(s[n]); \
		if (IS_DIGIT(s[n])) digits |= s[n] - '0', n_digits++; \
		else if (s[n] == '.' && !points) points++; \
		else break; \
	} \
	if (!n_digits) return 0; \
	exponent = n + 1 + (s[n] != 0 && (s[n + 1] == '-' || s[n + 1] == '+')); \
	if ((s[n] | 32) == 'e' && IS_DIGIT(s[exponent])) \
		for (n = exponent; IS_DIGIT(s[n]); n++) is_symbolic |= __pl_is_symbolic(s[n]); \
	if (!is_symbolic) return 0; \
	if (digits) __pl_pin_for_float(0); \
	return n; \
}
NUMERAL(char)
NUMERAL(wchar_t)

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

#define CONVERSION(name, T, CH, smallest, last_bit, make_nan) \
T __pl_musl_##name(const CH *restrict, CH **restrict); \
T name(const CH *restrict s, CH **restrict end) \
{ \
	CH *stop; \
	int saved = errno; \
	errno = 0; \
	/* Arithmetic on floats fixes the digits anyway. Fixed before the conversion they spare it \
	 * the long way of doing the same for all digits at once. */ \
	CH fixed[64]; \
	const CH *text = s; \
	size_t n = symbolic_numeral_##CH(s); \
	if (n > 0 && n < sizeof fixed / sizeof *fixed) { \
		for (size_t i = 0; i < n; i++) fixed[i] = __pl_pin_for_float(s[i]); \
		fixed[n] = 0; \
		text = fixed; \
	} \
	T value = __pl_musl_##name(text, &stop); \
	stop = (CH *)s + (stop - text); \
	if (end) *end = stop; \
	int is_small = value != 0 && value < smallest && value > -smallest, failed = errno == ERANGE || is_small; \
	if (value - value != 0 || is_small) { \
		struct special found = special_##CH(text); \
		if (value != value) value = make_nan(found); \
		else if (is_small) failed = !found.is_hex || found.lowest_bit < last_bit; \
		else failed = !found.is_inf; \
	} \
	errno = stop != s && failed ? ERANGE : saved; \
	return value; \
}

CONVERSION(strtof, float, char, FLT_MIN, -149, nan_float)
CONVERSION(strtod, double, char, DBL_MIN, -1074, nan_double)
CONVERSION(strtold, long double, char, LDBL_MIN, -16445, nan_long_double)
CONVERSION(wcstof, float, wchar_t, FLT_MIN, -149, nan_float)
CONVERSION(wcstod, double, wchar_t, DBL_MIN, -1074, nan_double)
CONVERSION(wcstold, long double, wchar_t, LDBL_MIN, -16445, nan_long_double)
