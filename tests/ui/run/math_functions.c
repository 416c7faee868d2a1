// math.h: elementary functions on a table of arguments, printed to twelve digits.
//@ cflags: -lm
#include <math.h>
#include <stdio.h>

int main(void) {
    static const struct { const char *name; double (*f)(double); } one[] = { { "sin", sin }, { "cos", cos }, { "tan", tan }, { "asin", asin }, { "acos", acos }, { "atan", atan }, { "sinh", sinh }, { "cosh", cosh }, { "tanh", tanh }, { "asinh", asinh }, { "atanh", atanh }, { "exp", exp }, { "exp2", exp2 }, { "expm1", expm1 }, { "log1p", log1p }, { "sqrt", sqrt }, { "cbrt", cbrt }, { "fabs", fabs }, { "floor", floor }, { "ceil", ceil }, { "round", round }, { "trunc", trunc }, { "erf", erf }, { "erfc", erfc }, { "logb", logb } };
    static const double x[] = { 0.1, 0.5, 0.9, -0.3, -0.75, 0.001 };
    for (unsigned i = 0; i < sizeof one / sizeof *one; i++) {
        printf("%-6s", one[i].name);
        for (int j = 0; j < 6; j++) if (!(one[i].f == sqrt && x[j] < 0)) printf(" %.12g", one[i].f(x[j]));
        printf("\n");
    }
    static const double big[] = { 1.5, 10, 100.25, 12345.678, 1e10 };
    for (int i = 0; i < 5; i++) printf("%.12g %.12g %.12g %.12g %.12g %.12g %.12g\n", log(big[i]), log10(big[i]), log2(big[i]), acosh(big[i]), sin(big[i]), sqrt(big[i]), cbrt(big[i]));
    printf("%.12g %.12g %.12g %.12g\n", pow(2, 0.5), pow(-2, 3), pow(10, -3), pow(1.0001, 10000));
    printf("%.12g %.12g %.12g %.12g\n", atan2(1, -1), atan2(-1, -1), hypot(3, 4), fmod(-7.5, 2));
    printf("%.12g %.12g %.12g %.12g\n", remainder(7.5, 2), fdim(5, 3), fma(2, 3, 4), ldexp(0.5, 10));
    int e; double ip, m = frexp(100, &e), fr = modf(-3.75, &ip);
    printf("%g %d %g %g %d %g\n", m, e, fr, ip, ilogb(1000), scalbn(1.5, 4));
    printf("%.12g %.12g %.12g %.12g\n", tgamma(5), lgamma(10), tgamma(0.5), j0(1.0));
    int q; double r = remquo(29, 3, &q); printf("%g %d\n", r, q & 7);
    printf("%.7g %.7g %.7g %.7g\n", sinf(1), expf(2), powf(3, 0.5f), sqrtf(2));
    printf("%.15Lg %.15Lg %.15Lg\n", sinl(1), expl(1), powl(2, 0.5L));
    return 0;
}
