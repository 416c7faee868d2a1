/* Floating-point numbers from text: musl's conversion with glibc's errno, which is
 * left alone when nothing is converted and tells of results too small for a normal
 * number. */
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <wchar.h>

#define CONVERSION(name, T, CH, smallest) \
T __pl_musl_##name(const CH *restrict, CH **restrict); \
T name(const CH *restrict s, CH **restrict end) \
{ \
	CH *stop; \
	int saved = errno; \
	errno = 0; \
	T value = __pl_musl_##name(s, &stop); \
	if (end) *end = stop; \
	int failed = errno == ERANGE || (value != 0 && value < smallest && value > -smallest); \
	errno = stop != s && failed ? ERANGE : saved; \
	return value; \
}

CONVERSION(strtof, float, char, FLT_MIN)
CONVERSION(strtod, double, char, DBL_MIN)
CONVERSION(strtold, long double, char, LDBL_MIN)
CONVERSION(wcstof, float, wchar_t, FLT_MIN)
CONVERSION(wcstod, double, wchar_t, DBL_MIN)
CONVERSION(wcstold, long double, wchar_t, LDBL_MIN)
