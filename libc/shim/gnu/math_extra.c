/* What TS 18661 and C23 added to libm: neighbours, payloads, total order, integers by
 * rounding direction, narrowing arithmetic. */
#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <string.h>

#define FOR_ALL(DEFINE) DEFINE(double, ) DEFINE(float, f) DEFINE(long double, l)

/* musl's nextafter, because these report no errors. */
#define NEIGHBOURS(T, s) \
T __pl_musl_nextafter##s(T, T); \
T nextup##s(T x) { return __pl_musl_nextafter##s(x, (T)INFINITY); } \
T nextdown##s(T x) { return __pl_musl_nextafter##s(x, -(T)INFINITY); } \
long llogb##s(T x) \
{ \
	if (x != 0 && x - x == 0) return ilogb##s(x); \
	errno = EDOM; \
	return x == 0 ? FP_LLOGB0 : x != x ? FP_LLOGBNAN : LONG_MAX; \
} \
T roundeven##s(T x) { return nearbyint##s(x); } \
int canonicalize##s(T *to, const T *from) { *to = *from; return 0; }
FOR_ALL(NEIGHBOURS)

/* The larger or smaller one; `num` prefers a number to a NaN, `mag` compares magnitudes. */
#define EXTREMES(T, s) \
static T larger##s(T x, T y) { return x > y || (x == y && !signbit(x)) ? x : y; } \
static T smaller##s(T x, T y) { return x < y || (x == y && signbit(x)) ? x : y; } \
T fmaximum##s(T x, T y) { return x != x || y != y ? x + y : larger##s(x, y); } \
T fminimum##s(T x, T y) { return x != x || y != y ? x + y : smaller##s(x, y); } \
T fmaximum_num##s(T x, T y) { return x != x ? (y != y ? x + y : y) : y != y ? x : larger##s(x, y); } \
T fminimum_num##s(T x, T y) { return x != x ? (y != y ? x + y : y) : y != y ? x : smaller##s(x, y); } \
T fmaximum_mag##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a > b ? x : a < b ? y : fmaximum##s(x, y); } \
T fminimum_mag##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a < b ? x : a > b ? y : fminimum##s(x, y); } \
T fmaximum_mag_num##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a > b ? x : a < b ? y : fmaximum_num##s(x, y); } \
T fminimum_mag_num##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a < b ? x : a > b ? y : fminimum_num##s(x, y); } \
T fmaxmag##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a > b ? x : a < b ? y : fmax##s(x, y); } \
T fminmag##s(T x, T y) { T a = fabs##s(x), b = fabs##s(y); return a < b ? x : a > b ? y : x != x ? y : y != y || x < y ? x : y; }
FOR_ALL(EXTREMES)

/* Total order: by bits, negative numbers reversed. */
static int64_t rank_of(double x)
{
	int64_t bits;
	memcpy(&bits, &x, 8);
	return bits < 0 ? bits ^ INT64_MAX : bits;
}
int totalorder(const double *x, const double *y) { return rank_of(*x) <= rank_of(*y); }
int totalordermag(const double *x, const double *y)
{
	uint64_t a, b;
	memcpy(&a, x, 8);
	memcpy(&b, y, 8);
	return a << 1 <= b << 1;
}
static int32_t rank_of_float(float x)
{
	int32_t bits;
	memcpy(&bits, &x, 4);
	return bits < 0 ? bits ^ INT32_MAX : bits;
}
int totalorderf(const float *x, const float *y) { return rank_of_float(*x) <= rank_of_float(*y); }
int totalordermagf(const float *x, const float *y)
{
	uint32_t a, b;
	memcpy(&a, x, 4);
	memcpy(&b, y, 4);
	return a << 1 <= b << 1;
}

#define PAYLOAD_MASK ((1ULL << 51) - 1)
double getpayload(const double *x)
{
	uint64_t bits;
	memcpy(&bits, x, 8);
	if (*x == *x) return -1;
	return bits & PAYLOAD_MASK;
}
static int set_payload(double *x, double payload, uint64_t quiet)
{
	uint64_t bits = 0;
	int good = payload >= 0 && payload <= PAYLOAD_MASK && payload == (uint64_t)payload && (quiet || payload > 0);
	if (good) bits = 0x7ff0000000000000 | quiet | (uint64_t)payload;
	memcpy(x, &bits, 8);
	return !good;
}
int setpayload(double *x, double payload) { return set_payload(x, payload, 1ULL << 51); }
int setpayloadsig(double *x, double payload) { return set_payload(x, payload, 0); }

/* Integers of a width, rounded in a direction; out of range is a domain error. */
static double rounded(double x, int direction)
{
	switch (direction) {
	case FP_INT_UPWARD: return ceil(x);
	case FP_INT_DOWNWARD: return floor(x);
	case FP_INT_TOWARDZERO: return trunc(x);
	case FP_INT_TONEARESTFROMZERO: return round(x);
	}
	return nearbyint(x);
}
intmax_t fromfp(double x, int direction, unsigned width)
{
	double r = rounded(x, direction), limit = ldexp(1, (width > 64 ? 64 : width) - 1);
	if (width && r >= -limit && r < limit) return r;
	errno = EDOM;
	return x < 0 ? (intmax_t)-limit : (intmax_t)(limit - 1);
}
uintmax_t ufromfp(double x, int direction, unsigned width)
{
	double r = rounded(x, direction), limit = ldexp(1, width > 64 ? 64 : width);
	if (width && r >= 0 && r < limit) return r;
	errno = EDOM;
	return x < 0 || x != x ? 0 : width >= 64 ? UINT64_MAX : (1ULL << width) - 1;
}
intmax_t fromfpx(double x, int direction, unsigned width) { return fromfp(x, direction, width); }
uintmax_t ufromfpx(double x, int direction, unsigned width) { return ufromfp(x, direction, width); }

/* Computed in double and rounded again: the last bit of a float may differ when the
 * double lies exactly between two floats. */
#define IS_FINITE(x) ((x) - (x) == 0)
#define NARROWING(name, op, underflow) \
float name(double x, double y) \
{ \
	double exact = x op y; \
	float r = (float)exact; \
	if (r != r && x == x && y == y) errno = EDOM; \
	else if (r == r && !IS_FINITE(r) && IS_FINITE(x) && IS_FINITE(y)) errno = ERANGE; \
	else if (r == 0 && (underflow)) errno = ERANGE; \
	return r; \
}
NARROWING(fadd, +, x != -y)
NARROWING(fsub, -, x != y)
NARROWING(fmul, *, x != 0 && y != 0)
NARROWING(fdiv, /, x != 0 && IS_FINITE(y))
