/* The parts of libm that the wheel's musl has only in assembly or not at all.
 * The transcendental functions of double and float are the engine's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <complex.h>
#include <stdint.h>
#include <features.h>

int signgam;
weak_alias(signgam, __signgam);

double lgamma(double x) { return lgamma_r(x, &signgam); }
float lgammaf(float x) { return lgammaf_r(x, &signgam); }
double gamma(double x) { return lgamma(x); }
float gammaf(float x) { return lgammaf(x); }
long double gammal(long double x) { return lgammal(x); }
double __lgamma_r(double x, int *sign) { return lgamma_r(x, sign); }
float __lgammaf_r(float x, int *sign) { return lgammaf_r(x, sign); }

void sincos(double x, double *s, double *c)
{
	*s = sin(x);
	*c = cos(x);
}

void sincosf(float x, float *s, float *c)
{
	*s = sinf(x);
	*c = cosf(x);
}

double pow10(double x) { return exp10(x); }
float pow10f(float x) { return exp10f(x); }
long double pow10l(long double x) { return exp10l(x); }
long double dreml(long double x, long double y) { return remainderl(x, y); }
long double significandl(long double x) { return x != 0 && x - x == 0 ? scalbnl(x, -ilogbl(x)) : x; }

/* musl's version passes through a float. */
long double complex catanl(long double complex z)
{
	long double x = creall(z), y = cimagl(z), x2 = x * x;
	long double above = x2 + (y + 1) * (y + 1), below = x2 + (y - 1) * (y - 1);
	return CMPLXL(atan2l(2 * x, 1 - x2 - y * y) / 2, logl(above / below) / 4);
}

/* Through double: musl's own lose digits. */
float complex cacosf(float complex z) { return cacos(z); }
float complex casinf(float complex z) { return casin(z); }
float complex cacoshf(float complex z) { return cacosh(z); }
float complex casinhf(float complex z) { return casinh(z); }

union bits80 {
	long double value;
	struct { uint64_t mantissa; uint16_t sign_exponent; } parts;
};

long double fabsl(long double x)
{
	union bits80 u = { x };
	u.parts.sign_exponent &= 0x7fff;
	return u.value;
}

/* Clears the fraction bits of the 64-bit mantissa. */
static long double integral_part(long double x)
{
	union bits80 u = { x };
	int exponent = (u.parts.sign_exponent & 0x7fff) - 0x3fff;
	if (exponent >= 63) return x;
	if (exponent < 0) return u.parts.sign_exponent >> 15 ? -0.0L : 0.0L;
	u.parts.mantissa &= ~0ULL << (63 - exponent);
	return u.value;
}

long double floorl(long double x)
{
	long double t = integral_part(x);
	return t > x ? t - 1 : t;
}

/* musl's versions of these ask for access to the floating-point environment. */
long lrintl(long double x) { return rintl(x); }
long long llrintl(long double x) { return rintl(x); }

#define EXPONENT(name, T, frexp) \
int name(T x) \
{ \
	int exponent; \
	if (x == 0 || x - x != 0) { \
		errno = EDOM; \
		return x == 0 ? FP_ILOGB0 : x != x ? FP_ILOGBNAN : 0x7fffffff; \
	} \
	frexp(x, &exponent); \
	return exponent - 1; \
}
EXPONENT(ilogb, double, frexp)
EXPONENT(ilogbf, float, frexpf)
EXPONENT(ilogbl, long double, frexpl)

int finite(double x) { return isfinite(x); }
int finitef(float x) { return isfinite(x); }
int __finite(double x) { return isfinite(x); }
int __finitef(float x) { return isfinite(x); }
int __finitel(long double x) { return isfinite(x); }
int finitel(long double x) { return isfinite(x); }
int __isinf(double x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __isinff(float x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __isinfl(long double x) { return isinf(x) ? (x > 0 ? 1 : -1) : 0; }
int __isnan(double x) { return isnan(x); }
int __isnanf(float x) { return isnan(x); }
int __isnanl(long double x) { return isnan(x); }
#undef isinf
#undef isnan
int isinf(double x) { return __isinf(x); }
int isinff(float x) { return __isinff(x); }
int isinfl(long double x) { return __isinfl(x); }
int isnan(double x) { return __isnan(x); }
int isnanf(float x) { return __isnanf(x); }
int isnanl(long double x) { return __isnanl(x); }

/* Rounding is always to nearest; exception flags are kept, never raised. */
static unsigned raised_exceptions;

int feclearexcept(int mask) { raised_exceptions &= ~mask; return 0; }
int feraiseexcept(int mask) { raised_exceptions |= mask & FE_ALL_EXCEPT; return 0; }
int fesetexcept(int mask) { return feraiseexcept(mask); }
int fetestexcept(int mask) { return raised_exceptions & mask; }
int fegetround(void) { return FE_TONEAREST; }
int fesetround(int mode) { return mode != FE_TONEAREST; }
int __fesetround(int mode) { return fesetround(mode); }
int fegetexceptflag(fexcept_t *flags, int mask) { *flags = raised_exceptions & mask; return 0; }
int fesetexceptflag(const fexcept_t *flags, int mask)
{
	raised_exceptions = (raised_exceptions & ~mask) | (*flags & mask);
	return 0;
}
int fegetenv(fenv_t *env) { *(unsigned *)env = raised_exceptions; return 0; }
int fesetenv(const fenv_t *env)
{
	raised_exceptions = env == FE_DFL_ENV ? 0 : *(const unsigned *)env;
	return 0;
}
int feholdexcept(fenv_t *env) { fegetenv(env); raised_exceptions = 0; return 0; }
int feupdateenv(const fenv_t *env)
{
	unsigned old = raised_exceptions;
	fesetenv(env);
	raised_exceptions |= old;
	return 0;
}
int fedisableexcept(int mask) { return 0; }
int feenableexcept(int mask) { return mask ? -1 : 0; }
int fegetexcept(void) { return 0; }
int __flt_rounds(void) { return 1; }

/* What compilers call for complex products and quotients: the fast path first,
 * and C99's annex G when it yields NaNs. */
#define COMPLEX_ARITHMETIC(T, suffix, copysign, scalbn, logb, fmax, fabs) \
static T boxed##suffix(T x) { return copysign(isinf_(x) ? 1 : 0, x); } \
T _Complex __mul##suffix(T a, T b, T c, T d) \
{ \
	T ac = a * c, bd = b * d, ad = a * d, bc = b * c; \
	T re = ac - bd, im = ad + bc; \
	if (re != re && im != im) { \
		int again = 0; \
		if (isinf_(a) || isinf_(b)) { \
			a = boxed##suffix(a), b = boxed##suffix(b); \
			if (c != c) c = copysign(0, c); \
			if (d != d) d = copysign(0, d); \
			again = 1; \
		} \
		if (isinf_(c) || isinf_(d)) { \
			c = boxed##suffix(c), d = boxed##suffix(d); \
			if (a != a) a = copysign(0, a); \
			if (b != b) b = copysign(0, b); \
			again = 1; \
		} \
		if (!again && (isinf_(ac) || isinf_(bd) || isinf_(ad) || isinf_(bc))) { \
			if (a != a) a = copysign(0, a); \
			if (b != b) b = copysign(0, b); \
			if (c != c) c = copysign(0, c); \
			if (d != d) d = copysign(0, d); \
			again = 1; \
		} \
		if (again) { \
			re = (T)INFINITY * (a * c - b * d); \
			im = (T)INFINITY * (a * d + b * c); \
		} \
	} \
	T _Complex z; \
	__real__ z = re; \
	__imag__ z = im; \
	return z; \
} \
T _Complex __div##suffix(T a, T b, T c, T d) \
{ \
	int scale = 0; \
	T log_b = logb(fmax(fabs(c), fabs(d))); \
	if (log_b - log_b == 0) { \
		scale = (int)log_b; \
		c = scalbn(c, -scale); \
		d = scalbn(d, -scale); \
	} \
	T norm = c * c + d * d; \
	T re = scalbn((a * c + b * d) / norm, -scale); \
	T im = scalbn((b * c - a * d) / norm, -scale); \
	if (re != re && im != im) { \
		if (norm == 0 && (a == a || b == b)) { \
			re = copysign((T)INFINITY, c) * a; \
			im = copysign((T)INFINITY, c) * b; \
		} else if ((isinf_(a) || isinf_(b)) && c - c == 0 && d - d == 0) { \
			a = boxed##suffix(a), b = boxed##suffix(b); \
			re = (T)INFINITY * (a * c + b * d); \
			im = (T)INFINITY * (b * c - a * d); \
		} else if (isinf_(log_b) && log_b > 0 && a - a == 0 && b - b == 0) { \
			c = boxed##suffix(c), d = boxed##suffix(d); \
			re = 0 * (a * c + b * d); \
			im = 0 * (b * c - a * d); \
		} \
	} \
	T _Complex z; \
	__real__ z = re; \
	__imag__ z = im; \
	return z; \
}
#define isinf_(x) ((x) == (x) && (x) - (x) != 0)
COMPLEX_ARITHMETIC(double, dc3, copysign, scalbn, logb, fmax, fabs)
COMPLEX_ARITHMETIC(float, sc3, copysignf, scalbnf, logbf, fmaxf, fabsf)
COMPLEX_ARITHMETIC(long double, xc3, copysignl, scalbnl, logbl, fmaxl, fabsl)
