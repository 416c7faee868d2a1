//@ cflags: -fno-builtin
/* The parts of <math.h> that came with TS 18661 and C23: neighbours, payloads, total order, narrowing. */
#include "check.h"
#include <float.h>
#include <math.h>

static const double values[] = {0.0, -0.0, 1, -1, 0.5, 2.5, -3.5, 100.75, 1e10, DBL_MAX, DBL_MIN, 5e-324, INFINITY, -INFINITY, NAN};

int main(void) {
    for (size_t i = 0; i < COUNT(values); i++) {
        double x = values[i];
        arg_dbl(x); DBL(nextup, (x)); arg_dbl(x); DBL(nextdown, (x)); arg_flt((float)x); FLT(nextupf, ((float)x)); arg_flt((float)x); FLT(nextdownf, ((float)x));
        arg_dbl(x); LDBL(nextupl, ((long double)x)); arg_dbl(x); LDBL(nextdownl, ((long double)x));
        arg_dbl(x); INT(llogb, (x)); arg_dbl(x); INT(llogbf, ((float)x)); arg_dbl(x); INT(llogbl, ((long double)x));
        double y = x, z = 0;
        arg_dbl(x); INT(canonicalize, (&z, &y)); also_dbl("z", z); arg_dbl(x); DBL(getpayload, (&y));
        for (size_t k = 0; k < COUNT(values); k++) {
            double v = values[k];
            arg_dbl(x); arg_dbl(v); INT(totalorder, (&x, &v)); arg_dbl(x); arg_dbl(v); INT(totalordermag, (&x, &v));
            arg_dbl(x); arg_dbl(v); DBL(fmaximum, (x, v)); arg_dbl(x); arg_dbl(v); DBL(fminimum, (x, v)); arg_dbl(x); arg_dbl(v); DBL(fmaximum_num, (x, v)); arg_dbl(x); arg_dbl(v); DBL(fminimum_num, (x, v));
            arg_dbl(x); arg_dbl(v); FLT(fadd, (x, v)); arg_dbl(x); arg_dbl(v); FLT(fsub, (x, v)); arg_dbl(x); arg_dbl(v); FLT(fmul, (x, v)); arg_dbl(x); arg_dbl(v); FLT(fdiv, (x, v));
        }
        if (fabs(x) < 1000) {
            arg_dbl(x); INT(fromfp, (x, FP_INT_UPWARD, 32)); arg_dbl(x); INT(fromfp, (x, FP_INT_TONEAREST, 32)); arg_dbl(x); INT(fromfpx, (x, FP_INT_TOWARDZERO, 32));
            arg_dbl(fabs(x)); UINT(ufromfp, (fabs(x), FP_INT_DOWNWARD, 32)); arg_dbl(fabs(x)); UINT(ufromfpx, (fabs(x), FP_INT_TONEARESTFROMZERO, 32));
        }
    }
    double p = 0;
    INT(setpayload, (&p, 5)); also_dbl("p", p); INT(setpayload, (&p, -1)); also_dbl("p", p); INT(setpayloadsig, (&p, 7)); also_dbl("p", p); DBL(getpayload, (&p));
    return done();
}
