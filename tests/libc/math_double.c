//@ cflags: -fno-builtin
/* The functions of <math.h> on double, bit for bit, errno included. */
#include "check.h"
#include <float.h>
#include <math.h>

static const double values[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, 2.5, -2.5, 3, -3, 0.1, -0.1, 0.7, 1e-10, 1e10, -1e10, 100.25, 710.5, -745.5, 1e5, 33554433, 3.14159265358979323846, 1.57079632679489661923,
    2.71828182845904523536, 1e22, 1e30, -7, 20, 170.5, 172, DBL_MAX, -DBL_MAX, DBL_MIN, DBL_EPSILON, 4.9406564584124654e-324, -4.9406564584124654e-324, INFINITY, -INFINITY, NAN};
static const double few[] = {0.0, -0.0, 1, -1, 0.5, 2, -3, 7.25, 1e10, 1e30, DBL_MAX, 4.9406564584124654e-324, INFINITY, -INFINITY, NAN};

static void one_argument(void) {
    for (size_t i = 0; i < COUNT(values); i++) {
        double x = values[i];
#define ONE(f) arg_dbl(x); DBL(f, (x))
#define WHOLE(f) arg_dbl(x); INT(f, (x))
        ONE(acos);
        ONE(asin);
        ONE(atan);
        ONE(cos);
        ONE(sin);
        ONE(tan);
        ONE(cosh);
        ONE(sinh);
        ONE(tanh);
        ONE(acosh);
        ONE(asinh);
        ONE(atanh);
        ONE(exp);
        ONE(exp2);
        ONE(exp10);
        ONE(expm1);
        ONE(log);
        ONE(log2);
        ONE(log10);
        ONE(log1p);
        ONE(logb);
        ONE(cbrt);
        ONE(sqrt);
        ONE(erf);
        ONE(erfc);
        ONE(lgamma);
        ONE(tgamma);
        ONE(gamma);
        ONE(j0);
        ONE(j1);
        ONE(y0);
        ONE(y1);
        ONE(ceil);
        ONE(floor);
        ONE(trunc);
        ONE(rint);
        ONE(nearbyint);
        ONE(round);
        ONE(roundeven);
        ONE(fabs);
        ONE(significand);
        if (fabs(x) < 1e9) {
            WHOLE(lrint);
            WHOLE(lround);
            WHOLE(llrint);
            WHOLE(llround);
        }
        arg_dbl(x); INT(ilogb, (x));
        arg_dbl(x); BOOL(finite, (x));
        arg_dbl(x); INT(isinf, (x));
        arg_dbl(x); BOOL(isnan, (x));
        arg_dbl(x); INT(__fpclassify, (x));
        arg_dbl(x); BOOL(__signbit, (x));
        arg_dbl(x); SIGN(__isinf, (x));
        arg_dbl(x); BOOL(__isnan, (x));
        arg_dbl(x); BOOL(__finite, (x));
        int exponent = 0, sign = 0;
        double whole = 0, c = 0;
        arg_dbl(x); DBL(frexp, (x, &exponent)); if (isfinite(x)) also("exponent", exponent);
        arg_dbl(x); DBL(modf, (x, &whole)); also_dbl("whole", whole);
        arg_dbl(x); VOID(sincos, (x, &whole, &c)); also_dbl("sin", whole); also_dbl("cos", c);
        arg_dbl(x); DBL(lgamma_r, (x, &sign)); if (isfinite(x) && (x > 0 || x != floor(x))) also("sign", sign);
    }
}

static void two_arguments(void) {
    for (size_t i = 0; i < COUNT(few); i++)
        for (size_t k = 0; k < COUNT(few); k++) {
            double x = few[i], y = few[k];
#define TWO(f) arg_dbl(x); arg_dbl(y); DBL(f, (x, y))
            TWO(pow);
            TWO(atan2);
            TWO(hypot);
            TWO(scalb);
            TWO(fmod);
            TWO(remainder);
            TWO(drem);
            TWO(copysign);
            TWO(nextafter);
            TWO(fmax);
            TWO(fmin);
            TWO(fdim);
            TWO(fmaxmag);
            TWO(fminmag);
            arg_dbl(x); arg_dbl(y); DBL(nexttoward, (x, (long double)y));
            int quotient = 0;
            arg_dbl(x); arg_dbl(y); DBL(remquo, (x, y, &quotient)); if (isfinite(x) && y != 0 && !isnan(y)) also("quotient", quotient & 7);
            arg_dbl(x); arg_dbl(y); DBL(fma, (x, y, 1));
            arg_dbl(x); arg_dbl(y); DBL(fma, (x, y, -x));
            arg_dbl(x); arg_dbl(y); MACRO(isgreater, (x, y));
            arg_dbl(x); arg_dbl(y); MACRO(isgreaterequal, (x, y));
            arg_dbl(x); arg_dbl(y); MACRO(isless, (x, y));
            arg_dbl(x); arg_dbl(y); MACRO(islessequal, (x, y));
            arg_dbl(x); arg_dbl(y); MACRO(islessgreater, (x, y));
            arg_dbl(x); arg_dbl(y); MACRO(isunordered, (x, y));
        }
    static const int shifts[] = {0, 1, -1, 10, -60, 1023, -1080, 20000, -20000};
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t k = 0; k < COUNT(shifts); k++) {
            arg_dbl(values[i]); arg_int(shifts[k]); DBL(ldexp, (values[i], shifts[k]));
            arg_dbl(values[i]); arg_int(shifts[k]); DBL(scalbn, (values[i], shifts[k]));
            arg_dbl(values[i]); arg_int(shifts[k]); DBL(scalbln, (values[i], shifts[k]));
        }
    for (int n = -1; n < 5; n += 2)
        for (size_t i = 0; i < COUNT(few); i++) {
            arg_int(n); arg_dbl(few[i]); DBL(jn, (n, few[i]));
            arg_int(n); arg_dbl(few[i]); DBL(yn, (n, few[i]));
        }
    DBL(nan, (""));
    DBL(nan, ("0x123"));
    DBL(nan, ("abc"));
    for (size_t i = 0; i < COUNT(values); i++) {
        double x = values[i];
        arg_dbl(x); MACRO(fpclassify, (x));
        arg_dbl(x); MACRO(isnormal, (x));
        arg_dbl(x); MACRO(isfinite, (x));
        arg_dbl(x); MACRO(signbit, (x) ? 1 : 0);
    }
}

int main(void) {
    one_argument();
    two_arguments();
    return done();
}
