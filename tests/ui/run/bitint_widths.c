// _BitInt of odd widths: arithmetic, wrap, shifts, division, conversion, structs and arrays.
//@ native: clang
//@ cflags: -std=c2x
#include <stdio.h>

typedef _BitInt(17) s17;
typedef unsigned _BitInt(17) u17;
typedef _BitInt(33) s33;
typedef unsigned _BitInt(33) u33;
typedef _BitInt(65) s65;
typedef unsigned _BitInt(65) u65;
struct mix { s17 a; u33 b; char c; };

static __attribute__((noinline)) u33 rotate(u33 v, int n) { return (u33)(v << n | v >> (33 - n)); }
static __attribute__((noinline)) struct mix next(struct mix m) { m.a += 3; m.b *= 5; m.c++; return m; }

int main(void) {
    u17 u = 0; u -= 1; printf("%u\n", (unsigned)u);
    u += 2; u <<= 16; printf("%u\n", (unsigned)u); u <<= 1; printf("%u\n", (unsigned)u);
    s17 s = 65535; s = (s17)(u17)(65535u + 3u); printf("%d\n", (int)s);
    printf("%d %d %d\n", (int)(s / 7), (int)(s % 7), (int)(s >> 3));
    u33 r = 0x1234567ab; for (int i = 1; i < 33; i += 8) printf("%llx ", (unsigned long long)rotate(r, i));
    printf("\n");
    s33 t = -4000000000LL; printf("%lld %lld %d\n", (long long)t, (long long)(t * 2 / 3), t < 0);
    u65 w = (u65)1 << 64; w -= 3; printf("%llx %llx\n", (unsigned long long)(w >> 1), (unsigned long long)w);
    w = w * 3 / 7; printf("%llx %d\n", (unsigned long long)w, (int)(w % 10));
    s65 x = -((s65)1 << 63); x *= 1; printf("%lld %d\n", (long long)(x / 3), x < 0);
    struct mix m = { -5, 7, 'a' };
    for (int i = 0; i < 20; i++) m = next(m);
    printf("%d %llu %c %zu %zu\n", (int)m.a, (unsigned long long)m.b, m.c, sizeof m, sizeof(s65));
    u17 arr[5]; u17 sum = 0;
    for (int i = 0; i < 5; i++) arr[i] = (u17)(i * 40000);
    for (int i = 0; i < 5; i++) sum += arr[i];
    printf("%u %zu\n", (unsigned)sum, sizeof arr);
    printf("%g %g\n", (double)s, (double)t);
    return 0;
}
