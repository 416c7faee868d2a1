// Conversions between floats and every integer width, and the rounding functions.
//@ cflags: -lm
#include <fenv.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile double d[] = { 0.0, 0.5, -0.5, 1.9999, -1.9999, 127.9, -128.9, 2147483647.5, -2147483648.5, 4294967295.5, 9007199254740993.0, 9.2e18, -9.2e18 };
    for (int i = 0; i < 13; i++) {
        double v = d[i];
        if (v > -129 && v < 128) printf("%d ", (int8_t)v);
        if (v > -1 && v < 256) printf("%u ", (uint8_t)v);
        if (v > -32769 && v < 32768) printf("%d ", (int16_t)v);
        if (v > -2147483649.0 && v < 2147483648.0) printf("%d ", (int32_t)v);
        if (v > -1 && v < 4294967296.0) printf("%u ", (uint32_t)v);
        if (v > -1) printf("%llu ", (unsigned long long)v);
        printf("%lld %d\n", (long long)v, (_Bool)v);
    }
    volatile uint64_t u[] = { 0, 1, 16777217, 9007199254740993ULL, 9223372036854775807ULL, 9223372036854775808ULL, 18446744073709551615ULL, 9223372586610589697ULL };
    for (int i = 0; i < 8; i++) printf("%.17g %.9g %.17g %.9g\n", (double)u[i], (double)(float)u[i], (double)(int64_t)u[i], (double)(float)(int64_t)u[i]);
    volatile double r[] = { 0.4, 0.5, 0.6, 1.5, 2.5, -0.5, -1.5, -2.5, 1e15 + 0.5, 4503599627370497.5 };
    for (int i = 0; i < 10; i++) printf("%g %g %g %g %g %g %ld %lld\n", floor(r[i]), ceil(r[i]), trunc(r[i]), round(r[i]), rint(r[i]), nearbyint(r[i]), lround(r[i]), llrint(r[i]));
    volatile uint64_t wide = 18446744073709550592ULL;
    volatile double wd = 1.8e19;
    printf("%.17g %llu %llu\n", (double)wide, (unsigned long long)wd, (unsigned long long)(float)1e19f);
    volatile float f = 0.1f;
    printf("%.17g %.17g %d\n", (double)f, (double)(f * 10), (double)f == 0.1);
    char c = 'A' + 1.7; short s = 300.9; long l = -1e10;
    printf("%c %d %ld\n", c, s, l);
    return 0;
}
