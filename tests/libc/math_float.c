//@ cflags: -fno-builtin
/* The functions of <math.h> on float, bit for bit, errno included. */
#include "check.h"
#include <float.h>
#include <math.h>

static const float values[] = {0.0, -0.0, 1, -1, 0.5, -0.5, 1.5, -1.5, 2, 2.5, -2.5, 3, -3, 0.1, -0.1, 0.7, 1e-10, 1e10, -1e10, 100.25, 710.5, -745.5, 1e5, 33554433, 3.14159265358979323846, 1.57079632679489661923,
    2.71828182845904523536, 1e22, 1e30, -7, 20, 170.5, 172, FLT_MAX, -FLT_MAX, FLT_MIN, FLT_EPSILON, 1.4e-45f, -1.4e-45f, INFINITY, -INFINITY, NAN};
static const float few[] = {0.0, -0.0, 1, -1, 0.5, 2, -3, 7.25, 1e10, 1e30, FLT_MAX, 1.4e-45f, INFINITY, -INFINITY, NAN};

static void one_argument(void) {
    for (size_t i = 0; i < COUNT(values); i++) {
        float x = values[i];
#define ONE(f) arg_flt(x); FLT(f, (x))
#define WHOLE(f) arg_flt(x); INT(f, (x))
        ONE(acosf);
        ONE(asinf);
        ONE(atanf);
        ONE(cosf);
        ONE(sinf);
        ONE(tanf);
        ONE(coshf);
        ONE(sinhf);
        ONE(tanhf);
        ONE(acoshf);
        ONE(asinhf);
        ONE(atanhf);
        ONE(expf);
        ONE(exp2f);
        ONE(exp10f);
        ONE(expm1f);
        ONE(logf);
        ONE(log2f);
        ONE(log10f);
        ONE(log1pf);
        ONE(logbf);
        ONE(cbrtf);
        ONE(sqrtf);
        ONE(erff);
        ONE(erfcf);
        ONE(lgammaf);
        ONE(tgammaf);
        ONE(gammaf);
        ONE(j0f);
        ONE(j1f);
        ONE(y0f);
        ONE(y1f);
        ONE(ceilf);
        ONE(floorf);
        ONE(truncf);
        ONE(rintf);
        ONE(nearbyintf);
        ONE(roundf);
        ONE(roundevenf);
        ONE(fabsf);
        ONE(significandf);
        if (fabsf(x) < 1e9) {
            WHOLE(lrintf);
            WHOLE(lroundf);
            WHOLE(llrintf);
            WHOLE(llroundf);
        }
        arg_flt(x); INT(ilogbf, (x));
        arg_flt(x); BOOL(finitef, (x));
        arg_flt(x); INT(isinff, (x));
        arg_flt(x); BOOL(isnanf, (x));
        arg_flt(x); INT(__fpclassifyf, (x));
        arg_flt(x); BOOL(__signbitf, (x));
        arg_flt(x); SIGN(__isinff, (x));
        arg_flt(x); BOOL(__isnanf, (x));
        arg_flt(x); BOOL(__finitef, (x));
        int exponent = 0, sign = 0;
        float whole = 0, c = 0;
        arg_flt(x); FLT(frexpf, (x, &exponent)); if (isfinite(x)) also("exponent", exponent);
        arg_flt(x); FLT(modff, (x, &whole)); also_flt("whole", whole);
        arg_flt(x); VOID(sincosf, (x, &whole, &c)); also_flt("sin", whole); also_flt("cos", c);
        arg_flt(x); FLT(lgammaf_r, (x, &sign)); if (isfinite(x) && (x > 0 || x != floorf(x))) also("sign", sign);
    }
}

static void two_arguments(void) {
    for (size_t i = 0; i < COUNT(few); i++)
        for (size_t k = 0; k < COUNT(few); k++) {
            float x = few[i], y = few[k];
#define TWO(f) arg_flt(x); arg_flt(y); FLT(f, (x, y))
            TWO(powf);
            TWO(atan2f);
            TWO(hypotf);
            TWO(scalbf);
            TWO(fmodf);
            TWO(remainderf);
            TWO(dremf);
            TWO(copysignf);
            TWO(nextafterf);
            TWO(fmaxf);
            TWO(fminf);
            TWO(fdimf);
            TWO(fmaxmagf);
            TWO(fminmagf);
            arg_flt(x); arg_flt(y); FLT(nexttowardf, (x, (long double)y));
            int quotient = 0;
            arg_flt(x); arg_flt(y); FLT(remquof, (x, y, &quotient)); if (isfinite(x) && y != 0 && !isnan(y)) also("quotient", quotient & 7);
            arg_flt(x); arg_flt(y); FLT(fmaf, (x, y, 1));
            arg_flt(x); arg_flt(y); FLT(fmaf, (x, y, -x));
        }
    static const int shifts[] = {0, 1, -1, 10, -60, 1023, -1080, 20000, -20000};
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t k = 0; k < COUNT(shifts); k++) {
            arg_flt(values[i]); arg_int(shifts[k]); FLT(ldexpf, (values[i], shifts[k]));
            arg_flt(values[i]); arg_int(shifts[k]); FLT(scalbnf, (values[i], shifts[k]));
            arg_flt(values[i]); arg_int(shifts[k]); FLT(scalblnf, (values[i], shifts[k]));
        }
    for (int n = -1; n < 5; n += 2)
        for (size_t i = 0; i < COUNT(few); i++) {
            arg_int(n); arg_flt(few[i]); FLT(jnf, (n, few[i]));
            arg_int(n); arg_flt(few[i]); FLT(ynf, (n, few[i]));
        }
    FLT(nanf, (""));
    FLT(nanf, ("0x123"));
    FLT(nanf, ("abc"));
}

int main(void) {
    one_argument();
    two_arguments();
    return done();
}
