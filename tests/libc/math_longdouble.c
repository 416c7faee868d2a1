//@ cflags: -fno-builtin
/* The functions of <math.h> on long double: exact functions bit for bit, the others to fifteen digits, since musl's and glibc's algorithms round differently in the last bits. */
#include "check.h"
#include <float.h>
#include <math.h>

static const long double values[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, 2.5, -2.5, 3, -3, 0.1, -0.1, 0.7, 1e-10, 1e10, -1e10, 100.25, 710.5, -745.5, 1e5, 33554433, 3.14159265358979323846, 1.57079632679489661923,
    2.71828182845904523536, 1e22, 1e30, -7, 20, 170.5, 172, LDBL_MAX, -LDBL_MAX, LDBL_MIN, LDBL_EPSILON, 3.6451995318824746025e-4951L, -3.6451995318824746025e-4951L, INFINITY, -INFINITY, NAN};
static const long double few[] = {0.0, -0.0, 1, -1, 0.5, 2, -3, 7.25, 1e10, 1e30, LDBL_MAX, 3.6451995318824746025e-4951L, INFINITY, -INFINITY, NAN};

/* The number is shown rounded; the argument as a double is exact enough to tell the lines apart. */
static void arg_ldbl(long double v) { arg_dbl((double)v); }

static void one_argument(void) {
    for (size_t i = 0; i < COUNT(values); i++) {
        long double x = values[i];
#define ONE(f) arg_ldbl(x); LDBL(f, (x))
#define NEAR(f) arg_ldbl(x); LDBL_APPROX(f, (x))
#define WHOLE(f) arg_ldbl(x); INT(f, (x))
        NEAR(acosl);
        NEAR(asinl);
        NEAR(atanl);
        NEAR(cosl);
        NEAR(sinl);
        NEAR(tanl);
        NEAR(coshl);
        NEAR(sinhl);
        NEAR(tanhl);
        NEAR(acoshl);
        NEAR(asinhl);
        NEAR(atanhl);
        NEAR(expl);
        NEAR(exp2l);
        NEAR(exp10l);
        NEAR(expm1l);
        NEAR(logl);
        NEAR(log2l);
        NEAR(log10l);
        NEAR(log1pl);
        ONE(logbl);
        NEAR(cbrtl);
        ONE(sqrtl);
        NEAR(erfl);
        NEAR(erfcl);
        NEAR(lgammal);
        NEAR(tgammal);
        NEAR(gammal);
        NEAR(j0l);
        NEAR(j1l);
        NEAR(y0l);
        NEAR(y1l);
        ONE(ceill);
        ONE(floorl);
        ONE(truncl);
        ONE(rintl);
        ONE(nearbyintl);
        ONE(roundl);
        ONE(roundevenl);
        ONE(fabsl);
        ONE(significandl);
        if (fabsl(x) < 1e9) {
            WHOLE(lrintl);
            WHOLE(lroundl);
            WHOLE(llrintl);
            WHOLE(llroundl);
        }
        arg_ldbl(x); INT(ilogbl, (x));
        arg_ldbl(x); BOOL(finitel, (x));
        arg_ldbl(x); INT(isinfl, (x));
        arg_ldbl(x); BOOL(isnanl, (x));
        arg_ldbl(x); INT(__fpclassifyl, (x));
        arg_ldbl(x); BOOL(__signbitl, (x));
        arg_ldbl(x); SIGN(__isinfl, (x));
        arg_ldbl(x); BOOL(__isnanl, (x));
        arg_ldbl(x); BOOL(__finitel, (x));
        int exponent = 0, sign = 0;
        long double whole = 0, c = 0;
        arg_ldbl(x); LDBL(frexpl, (x, &exponent)); if (isfinite(x)) also("exponent", exponent);
        arg_ldbl(x); LDBL(modfl, (x, &whole)); put_char(' '), put_ldbl(whole);
        arg_ldbl(x); VOID(sincosl, (x, &whole, &c)); put_char(' '), put_ldbl_approx(whole); put_char(' '), put_ldbl_approx(c);
        arg_ldbl(x); LDBL_APPROX(lgammal_r, (x, &sign)); if (isfinite(x) && (x > 0 || x != floorl(x))) also("sign", sign);
    }
}

static void two_arguments(void) {
    for (size_t i = 0; i < COUNT(few); i++)
        for (size_t k = 0; k < COUNT(few); k++) {
            long double x = few[i], y = few[k];
#define TWO(f) arg_ldbl(x); arg_ldbl(y); LDBL(f, (x, y))
#define NEAR2(f) arg_ldbl(x); arg_ldbl(y); LDBL_APPROX(f, (x, y))
            NEAR2(powl);
            NEAR2(atan2l);
            NEAR2(hypotl);
            NEAR2(scalbl);
            TWO(fmodl);
            TWO(remainderl);
            TWO(dreml);
            TWO(copysignl);
            TWO(nextafterl);
            TWO(fmaxl);
            TWO(fminl);
            TWO(fdiml);
            TWO(fmaxmagl);
            TWO(fminmagl);
            arg_ldbl(x); arg_ldbl(y); LDBL(nexttowardl, (x, (long double)y));
            int quotient = 0;
            arg_ldbl(x); arg_ldbl(y); LDBL(remquol, (x, y, &quotient)); if (isfinite(x) && y != 0 && !isnan(y)) also("quotient", quotient & 7);
            arg_ldbl(x); arg_ldbl(y); LDBL(fmal, (x, y, 1));
            arg_ldbl(x); arg_ldbl(y); LDBL(fmal, (x, y, -x));
        }
    static const int shifts[] = {0, 1, -1, 10, -60, 1023, -1080, 20000, -20000};
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t k = 0; k < COUNT(shifts); k++) {
            arg_ldbl(values[i]); arg_int(shifts[k]); LDBL(ldexpl, (values[i], shifts[k]));
            arg_ldbl(values[i]); arg_int(shifts[k]); LDBL(scalbnl, (values[i], shifts[k]));
            arg_ldbl(values[i]); arg_int(shifts[k]); LDBL(scalblnl, (values[i], shifts[k]));
        }
    for (int n = -1; n < 5; n += 2)
        for (size_t i = 0; i < COUNT(few); i++) {
            arg_int(n); arg_ldbl(few[i]); LDBL_APPROX(jnl, (n, few[i]));
            arg_int(n); arg_ldbl(few[i]); LDBL_APPROX(ynl, (n, few[i]));
        }
    LDBL(nanl, (""));
    LDBL(nanl, ("0x123"));
    LDBL(nanl, ("abc"));
}

int main(void) {
    one_argument();
    two_arguments();
    return done();
}
