// x87 long double: arithmetic, comparison, conversion, limits and library functions.
//@ cflags: -lm
#include <float.h>
#include <math.h>
#include <stdio.h>

static __attribute__((noinline)) long double poly(long double x) { return ((x * 3 - 2.5L) * x + 1e-5L) / (x + 7); }

int main(void) {
    volatile long double vs[] = { 0.1L, 1, -3.75L, 1e300L, 1e-4000L, 123456789012345678.5L };
    for (int i = 0; i < 6; i++) {
        long double v = vs[i], w = vs[(i + 1) % 6];
        printf("%.21Lg %.21Lg %.21Lg %.21Lg\n", v + w, v - w, v * 3, w / 7);
        printf("%d %d %d %.21Lg %.17g %.9g\n", v < w, v == w, v >= w, -v, (double)v, (double)(float)w);
    }
    for (int i = 1; i < 5; i++) printf("%.21Lg\n", poly(i * 0.3L));
    printf("%d %d %d %d\n", LDBL_MANT_DIG, LDBL_DIG, LDBL_MAX_EXP, LDBL_MIN_EXP);
    printf("%.21Lg %.21Lg %.21Lg\n", LDBL_MAX, LDBL_MIN, LDBL_EPSILON);
    volatile long double one = 1;
    printf("%d %d\n", one + LDBL_EPSILON > one, one + LDBL_EPSILON / 2 > one);
    volatile long long big = 0x7fffffffffffffffLL;
    volatile unsigned long long ubig = 0xffffffffffffffffULL;
    printf("%.21Lg %.21Lg %lld %llu\n", (long double)big, (long double)ubig, (long long)(long double)big, (unsigned long long)(long double)ubig);
    printf("%d %u %d\n", (int)vs[2], (unsigned)vs[1], (short)(vs[2] * 100));
    printf("%.18Lg %.18Lg %.18Lg %.18Lg\n", sqrtl(2), floorl(-2.5L), ceill(2.1L), fabsl(-7.25L));
    int e;
    long double m = frexpl(vs[5], &e);
    printf("%.21Lg %d %.21Lg\n", m, e, ldexpl(0.75L, -16000));
    long double ip, fp = modfl(-123.625L, &ip);
    printf("%Lg %Lg %.18Lg %.18Lg\n", ip, fp, fmodl(1e20L, 7), copysignl(3, -0.0L));
    printf("%ld %lld %.18Lg %.18Lg\n", lroundl(-2.5L), llrintl(2.5L), rintl(3.5L), truncl(-9.99L));
    long double h = 0;
    for (int i = 1; i <= 1000; i++) h += 1.0L / i;
    printf("%.21Lg\n", h);
    return 0;
}
