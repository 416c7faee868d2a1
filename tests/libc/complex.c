//@ cflags: -fno-builtin
/* <complex.h>. Every value that a formula computes is shown to 12 (float: 5) digits, because the formulas of two correct
 * libraries differ in the last bits; the exact functions (conj, creal, cimag, cproj, fabs of axes) are shown by bits. */
#include "check.h"
#include <complex.h>
#include <math.h>

/* glibc's header defines these only for compilers that call themselves GCC 4.7 or later; clang does not. */
#ifndef CMPLX
#define CMPLX(x, y) __builtin_complex((double)(x), (double)(y))
#define CMPLXF(x, y) __builtin_complex((float)(x), (float)(y))
#define CMPLXL(x, y) __builtin_complex((long double)(x), (long double)(y))
#endif

static const double parts[] = {0.0, 1, -1, 0.5, 2, -3.25, 10};

static void approx(double v, int digits) {
    char text[40];
    /* A zero part has either sign, depending on the formula; a result of pure cancellation is a zero as well. */
    if (fabs(v) < 1e-9)
        v = 0;
    snprintf(text, sizeof text, "%.*e", digits, v);
    put_text(text);
}

#define SHOW(name, T, digits) \
    do { T complex r_ = (name)(z); arg_dbl(creal(z)); arg_dbl(cimag(z)); line_open(#name, ""); approx((double)creall(r_), digits); put_char(' '); approx((double)cimagl(r_), digits); } while (0)
#define ALL(name) do { double complex z = zd; SHOW(name, double, 11); } while (0); do { float complex z = (float complex)zd; SHOW(name##f, float, 4); } while (0); do { long double complex z = zd; SHOW(name##l, long double, 11); } while (0)

int main(void) {
    for (size_t i = 0; i < COUNT(parts); i++)
        for (size_t k = 0; k < COUNT(parts); k++) {
            double complex zd = CMPLX(parts[i], parts[k]);
            float complex zf = CMPLXF((float)parts[i], (float)parts[k]);
            long double complex zl = CMPLXL(parts[i], parts[k]);
            ALL(csqrt); ALL(cexp);
            if (fabs(parts[i]) < 5 && fabs(parts[k]) < 5) { ALL(ccos); ALL(csin); ALL(ccosh); ALL(csinh); }
            if (parts[i] == 0.5 && fabs(parts[k]) < 3) { ALL(ctan); ALL(ctanh); }
            /* Off the branch cuts only: on a cut the sign of zero decides. */
            if (parts[i] != 0 && parts[k] != 0) { ALL(clog); ALL(cacos); ALL(casin); ALL(catan); ALL(cacosh); ALL(casinh); ALL(catanh); }
            if (parts[i] > 0 && parts[k] > 0) {
                double complex p = cpow(zd, 2 - I);
                arg_dbl(creal(zd)); arg_dbl(cimag(zd)); line_open("cpow", ""); approx(creal(p), 10); put_char(' '); approx(cimag(p), 10);
                float complex q = cpowf(zf, 0.5f);
                arg_dbl(creal(zd)); arg_dbl(cimag(zd)); line_open("cpowf", ""); approx(crealf(q), 3); put_char(' '); approx(cimagf(q), 3);
                long double complex r = cpowl(zl, 2 - I);
                arg_dbl(creal(zd)); arg_dbl(cimag(zd)); line_open("cpowl", ""); approx((double)creall(r), 10); put_char(' '); approx((double)cimagl(r), 10);
            }
#define PARTS() (arg_dbl(parts[i]), arg_dbl(parts[k]))
            PARTS(); line_open("cabs", ""); approx(cabs(zd), 11); PARTS(); line_open("cabsf", ""); approx(cabsf(zf), 4); PARTS(); line_open("cabsl", ""); approx((double)cabsl(zl), 11);
            PARTS(); line_open("carg", ""); approx(carg(zd), 11); PARTS(); line_open("cargf", ""); approx(cargf(zf), 4); PARTS(); line_open("cargl", ""); approx((double)cargl(zl), 11);
            PARTS(); DBL(creal, (zd)); PARTS(); DBL(cimag, (zd)); PARTS(); FLT(crealf, (zf)); PARTS(); FLT(cimagf, (zf)); PARTS(); LDBL(creall, (zl)); PARTS(); LDBL(cimagl, (zl));
            PARTS(); line_open("conj", ""); put_dbl(creal(conj(zd))); put_char(' '); put_dbl(cimag(conj(zd)));
            PARTS(); line_open("conjf", ""); put_flt(crealf(conjf(zf))); put_char(' '); put_flt(cimagf(conjf(zf)));
            PARTS(); line_open("conjl", ""); put_ldbl(creall(conjl(zl))); put_char(' '); put_ldbl(cimagl(conjl(zl)));
        }
    static const double odd[][2] = {{INFINITY, 1}, {1, -INFINITY}, {NAN, INFINITY}, {NAN, 1}, {1, 2}};
    for (size_t i = 0; i < COUNT(odd); i++) {
        double complex z = cproj(CMPLX(odd[i][0], odd[i][1]));
        arg_dbl(odd[i][0]); arg_dbl(odd[i][1]); line_open("cproj", ""); put_dbl(creal(z)); put_char(' '); put_dbl(cimag(z));
        float complex f = cprojf(CMPLXF((float)odd[i][0], (float)odd[i][1]));
        arg_dbl(odd[i][0]); arg_dbl(odd[i][1]); line_open("cprojf", ""); put_flt(crealf(f)); put_char(' '); put_flt(cimagf(f));
        long double complex l = cprojl(CMPLXL(odd[i][0], odd[i][1]));
        arg_dbl(odd[i][0]); arg_dbl(odd[i][1]); line_open("cprojl", ""); put_ldbl(creall(l)); put_char(' '); put_ldbl(cimagl(l));
    }
    return done();
}
