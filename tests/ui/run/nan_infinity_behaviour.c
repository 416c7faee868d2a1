// NaN, infinities, signed zeros: comparisons, classification, propagation.
//@ cflags: -lm
#include <math.h>
#include <stdio.h>

static const char *kind(double d) {
    switch (fpclassify(d)) {
    case FP_NAN: return "nan";
    case FP_INFINITE: return "inf";
    case FP_ZERO: return "zero";
    case FP_SUBNORMAL: return "subnormal";
    default: return "normal";
    }
}

int main(void) {
    volatile double zero = 0, one = 1, inf = INFINITY, nan_ = NAN, tiny = 4e-310;
    volatile double v[] = { 0.0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 4e-310 };
    for (int i = 0; i < 8; i++) {
        printf("%s %d %d %d %d %d:", kind(v[i]), !!isnan(v[i]), !!isinf(v[i]), !!isfinite(v[i]), !!isnormal(v[i]), i == 6 ? 0 : !!signbit(v[i]));
        for (int j = 0; j < 8; j++)
            printf(" %d%d%d%d%d%d%d", v[i] < v[j], v[i] <= v[j], v[i] > v[j], v[i] >= v[j], v[i] == v[j], v[i] != v[j], isunordered(v[i], v[j]));
        printf("\n");
    }
    printf("%s %s %s %s\n", kind(inf - inf), kind(zero / zero), kind(inf * zero), kind(fmod(one, zero)));
    printf("%g %g %g %g\n", one / zero, -one / zero, one / inf, -one / inf);
    printf("%g %g %g\n", fmax(nan_, 1), fmin(1, nan_), fmax(-0.0, -1));
    printf("%g %g %g\n", zero + -0.0, -0.0 - zero, zero * -1);
    printf("%g %g %s\n", sqrt(-0.0), pow(nan_, 0), kind(sqrt(-1.0 * one)));
    printf("%d %d %d\n", isgreater(nan_, 1.0), islessequal(1.0, 2.0), islessgreater(1.0, nan_));
    printf("%g %g %g\n", tiny / 2, tiny * 1e10, nextafter(0, 1));
    printf("%.17g %.17g %g\n", nextafter(1, 2), nextafter(1, 0), nextafter(inf, 0));
    if (nan_ == nan_) printf("equal\n"); else printf("not equal\n");
    if (!(nan_ < 1)) printf("not less\n");
    double best = -INFINITY;
    for (int i = 0; i < 8; i++) if (v[i] > best && v[i] < INFINITY) best = v[i];
    printf("%g %g %g\n", best, copysign(2, -0.0), fabs(-inf));
    float f = 1e-45f; f /= 2;
    printf("%g %g\n", f, 1.4e-45f);
    return 0;
}
