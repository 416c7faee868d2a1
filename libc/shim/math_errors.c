/* errno of libm where musl has none: a NaN from a number is a domain error, an infinity
 * from a finite number a range error, and so is a result that vanishes. */
#define _GNU_SOURCE
#include <errno.h>
#include <float.h>
#include <math.h>

#define IS_FINITE(x) ((x) - (x) == 0)
#define IS_TINY(r, smallest) ((r) < (smallest) && (r) > -(smallest))

#define UNARY(name, T, tiny) \
T __pl_musl_##name(T); \
T name(T x) \
{ \
	T r = __pl_musl_##name(x); \
	if (r != r && x == x) errno = EDOM; \
	else if (r == r && !IS_FINITE(r) && IS_FINITE(x)) errno = ERANGE; \
	else if ((tiny) && IS_FINITE(x)) errno = ERANGE; \
	return r; \
}
#define VANISHES IS_TINY(r, LDBL_MIN)

UNARY(acosl, long double, 0)
UNARY(asinl, long double, 0)
UNARY(acoshl, long double, 0)
UNARY(atanhl, long double, 0)
UNARY(coshl, long double, 0)
UNARY(expm1l, long double, 0)
UNARY(logl, long double, 0)
UNARY(log2l, long double, 0)
UNARY(log10l, long double, 0)
UNARY(log1pl, long double, 0)
UNARY(tgammal, long double, 0)
UNARY(sinl, long double, 0)
UNARY(cosl, long double, 0)
UNARY(tanl, long double, 0)
UNARY(sqrtl, long double, 0)
UNARY(sinhl, long double, x != 0 && VANISHES)
UNARY(expl, long double, VANISHES)
UNARY(exp2l, long double, VANISHES)

#define BINARY(name, tiny) \
long double __pl_musl_##name(long double, long double); \
long double name(long double x, long double y) \
{ \
	long double r = __pl_musl_##name(x, y); \
	if (r != r && x == x && y == y) errno = EDOM; \
	else if (r == r && !IS_FINITE(r) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE; \
	else if ((tiny) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE; \
	return r; \
}
BINARY(powl, x != 0 && r == 0)
BINARY(fmodl, 0)
BINARY(remainderl, 0)
BINARY(hypotl, 0)

/* Bessel functions of the second kind: a pole at zero, undefined below it. */
#define SECOND_KIND(name, T) \
T __pl_musl_##name(T); \
T name(T x) \
{ \
	if (x == 0) errno = ERANGE; \
	else if (x < 0) errno = EDOM; \
	return __pl_musl_##name(x); \
}
SECOND_KIND(y0, double)
SECOND_KIND(y1, double)
SECOND_KIND(y0f, float)
SECOND_KIND(y1f, float)

double __pl_musl_yn(int, double);
float __pl_musl_ynf(int, float);
double yn(int n, double x)
{
	if (x == 0) errno = ERANGE;
	else if (x < 0) errno = EDOM;
	return __pl_musl_yn(n, x);
}
float ynf(int n, float x)
{
	if (x == 0) errno = ERANGE;
	else if (x < 0) errno = EDOM;
	return __pl_musl_ynf(n, x);
}

/* In double: there are no algorithms for long double here. */
long double j0l(long double x) { return j0(x); }
long double j1l(long double x) { return j1(x); }
long double jnl(int n, long double x) { return jn(n, x); }
long double y0l(long double x) { return y0(x); }
long double y1l(long double x) { return y1(x); }
long double ynl(int n, long double x) { return yn(n, x); }
