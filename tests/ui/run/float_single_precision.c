// Single precision: rounding at each step, summation, epsilon, double rounding avoided.
//@ cflags: -lm
#include <float.h>
#include <math.h>
#include <stdio.h>

static __attribute__((noinline)) float addf(float a, float b) { return a + b; }
static __attribute__((noinline)) float divf(float a, float b) { return a / b; }

int main(void) {
    float s = 0, comp = 0, k = 0;
    for (int i = 0; i < 100000; i++) { s = addf(s, 0.1f); float y = 0.1f - comp, t = addf(k, y); comp = addf(addf(t, -k), -y); k = t; }
    printf("%.9g %.9g\n", s, k);
    printf("%.9g %.9g %.9g\n", divf(1, 3), divf(2, 3), divf(1e-38f, 3));
    printf("%d %d\n", addf(16777216.0f, 1) == 16777216.0f, addf(16777216.0f, 2) == 16777218.0f);
    float e = 1; while (addf(1, e / 2) > 1) e /= 2;
    printf("%d %.9g %.9g %.9g\n", e == FLT_EPSILON, FLT_MAX, FLT_MIN, (double)FLT_TRUE_MIN);
    double d = 1; while ((volatile double)(1 + d / 2) > 1) d /= 2;
    printf("%d %d %d\n", d == DBL_EPSILON, DBL_DIG, FLT_DIG);
    volatile float big = FLT_MAX; printf("%g %g\n", big * 2, -big * 2);
    volatile float a = 0.1f; volatile double b = 0.1; printf("%d %.17g %.17g\n", a == b, a + b, (double)(float)(a + b));
    printf("%.9g %.9g %.9g %.9g\n", floorf(-1.5f), fmodf(10, 3), ldexpf(1, -140), nextafterf(1, 2));
    printf("%.9g %.9g %.9g\n", sqrtf(3), fmaf(2, 3, 4), truncf(-2.7f));
    float v[] = { 1e8f, 1, -1e8f, 1 }; float left = 0, right = 0;
    for (int i = 0; i < 4; i++) left = addf(left, v[i]);
    for (int i = 3; i >= 0; i--) right = addf(right, v[i]);
    printf("%g %g\n", left, right);
    _Float16 *unused = 0; printf("%d\n", unused == 0);
    double x = 10; x++; x -= 0.5; x *= -x; printf("%g %d\n", x, x ? 1 : 0);
    printf("%g %g\n", 7 / 2 * 1.0, 7 / 2.0);
    return 0;
}
