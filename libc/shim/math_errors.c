/* errno of libm where musl has none: a NaN from a number is a domain error, an infinity
 * from a finite number a range error, and so is a result that vanishes. */
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define IS_FINITE(x) ((x) - (x) == 0)
#define IS_TINY(r, smallest) ((r) < (smallest) && (r) > -(smallest))

/* `sign` is that of the NaN of a domain error: +1, -1, or 0 for what was computed. */
#define UNARY(name, T, sign, tiny) \
T __pl_musl_##name(T); \
T name(T x) \
{ \
	T r = __pl_musl_##name(x); \
	if (r != r && x == x) { \
		errno = EDOM; \
		if (sign) r = copysignl(r, sign); \
	} else if (r == r && !IS_FINITE(r) && IS_FINITE(x)) errno = ERANGE; \
	else if ((tiny) && IS_FINITE(x)) errno = ERANGE; \
	return r; \
}
#define VANISHES IS_TINY(r, LDBL_MIN)

UNARY(acosl, long double, 1, 0)
UNARY(asinl, long double, 1, 0)
UNARY(acoshl, long double, 0, 0)
UNARY(atanhl, long double, -1, 0)
UNARY(coshl, long double, 0, 0)
UNARY(expm1l, long double, 0, 0)
UNARY(logl, long double, 0, 0)
UNARY(log2l, long double, 0, 0)
UNARY(log10l, long double, 1, 0)
UNARY(log1pl, long double, -1, 0)
UNARY(tgammal, long double, 1, 0)
UNARY(sinl, long double, 0, 0)
UNARY(cosl, long double, 0, 0)
UNARY(tanl, long double, 0, 0)
UNARY(sqrtl, long double, 0, 0)
UNARY(sinhl, long double, 0, 0)
UNARY(expl, long double, 0, VANISHES)
UNARY(exp2l, long double, 0, VANISHES)
UNARY(erfcl, long double, 0, VANISHES)
UNARY(lgammal, long double, 0, 0)

#define BINARY(name, T, U, tiny) \
T __pl_musl_##name(T, U); \
T name(T x, U y) \
{ \
	T r = __pl_musl_##name(x, y); \
	if (r != r && x == x && y == y) errno = EDOM; \
	else if (r == r && !IS_FINITE(r) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE; \
	else if ((tiny) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE; \
	return r; \
}
BINARY(powl, long double, long double, x != 0 && r == 0)
BINARY(fmodl, long double, long double, 0)
BINARY(remainderl, long double, long double, 0)
BINARY(atan2l, long double, long double, x != 0 && r == 0)
BINARY(hypotl, long double, long double, 0)


/* The neighbour of a number other than zero must be normal. */
#define NEIGHBOUR(name, T, U, smallest) \
T __pl_musl_##name(T, U); \
T name(T x, U y) \
{ \
	T r = __pl_musl_##name(x, y); \
	int left_range = !IS_FINITE(r) || (x != 0 && IS_TINY(r, smallest)); \
	if (r == r && IS_FINITE(x) && x != y && left_range) errno = ERANGE; \
	return r; \
}

#define FOR_ALL(DEFINE) DEFINE(double, , DBL_MIN) DEFINE(float, f, FLT_MIN) DEFINE(long double, l, LDBL_MIN)

/* A result of zero is reported when the argument is not zero. */
#define SCALING(T, s, smallest) \
BINARY(scalbn##s, T, int, x != 0 && r == 0) \
BINARY(ldexp##s, T, int, x != 0 && r == 0) \
BINARY(scalbln##s, T, long, x != 0 && r == 0) \
NEIGHBOUR(nextafter##s, T, T, smallest) \
NEIGHBOUR(nexttoward##s, T, long double, smallest)
FOR_ALL(SCALING)
BINARY(scalb, double, double, x != 0 && r == 0)
BINARY(scalbf, float, float, x != 0 && r == 0)

long double scalbl(long double x, long double n)
{
	if (x != x || n != n) return x * n;
	if (!IS_FINITE(n)) {
		if (n > 0 ? x == 0 : !IS_FINITE(x)) {
			errno = EDOM;
			return -(long double)NAN;
		}
		return n > 0 ? x * n : x / -n;
	}
	if (n != rintl(n)) {
		errno = EDOM;
		return -(long double)NAN;
	}
	return scalbnl(x, n > 65000 ? 65000 : n < -65000 ? -65000 : (int)n);
}

long double __pl_musl_lgammal_r(long double, int *);
long double lgammal_r(long double x, int *sign)
{
	long double r = __pl_musl_lgammal_r(x, sign);
	if (r == r && !IS_FINITE(r) && IS_FINITE(x)) errno = ERANGE;
	return r;
}

/* Of two equal numbers, which may be zeros of different signs, the second; fminl alone
 * takes the first. */
#define LARGER(T, s, smallest) T fmax##s(T x, T y) { return x != x ? y : y != y || x > y ? x : y; }
FOR_ALL(LARGER)
double fmin(double x, double y) { return x != x ? y : y != y || x < y ? x : y; }
float fminf(float x, float y) { return x != x ? y : y != y || x < y ? x : y; }
long double fminl(long double x, long double y) { return x != x ? y : y != y || x <= y ? x : y; }

/* A NaN with the payload that the text gives, by way of strtod's "nan(...)". */
#define QUIET(T, s, strto) \
T nan##s(const char *payload) \
{ \
	char text[64]; \
	return snprintf(text, sizeof text, "nan(%s)", payload) < (int)sizeof text ? strto(text, 0) : (T)NAN; \
}
QUIET(double, , strtod)
QUIET(float, f, strtof)
QUIET(long double, l, strtold)

/* Bessel functions of the second kind: a pole at zero, undefined below it. */
#define SECOND_KIND(name, T) \
T __pl_musl_##name(T); \
T name(T x) \
{ \
	T r = __pl_musl_##name(x); \
	if (x < 0) errno = EDOM; \
	else if (r == r && !IS_FINITE(r)) errno = ERANGE; \
	return r; \
}
SECOND_KIND(y0, double)
SECOND_KIND(y1, double)
SECOND_KIND(y0f, float)
SECOND_KIND(y1f, float)

double __pl_musl_yn(int, double);
float __pl_musl_ynf(int, float);
double yn(int n, double x)
{
	double r = __pl_musl_yn(n, x);
	if (x < 0) errno = EDOM;
	else if (r == r && !IS_FINITE(r)) errno = ERANGE;
	return r;
}
float ynf(int n, float x)
{
	float r = __pl_musl_ynf(n, x);
	if (x < 0) errno = EDOM;
	else if (r == r && !IS_FINITE(r)) errno = ERANGE;
	return r;
}

/* In double: there are no algorithms for long double here. */
long double j0l(long double x) { return j0(x); }
long double j1l(long double x) { return j1(x); }
long double jnl(int n, long double x) { return jn(n, x); }
long double y0l(long double x) { return y0(x); }
long double y1l(long double x) { return y1(x); }
long double ynl(int n, long double x) { return yn(n, x); }
