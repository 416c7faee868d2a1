// Unions: reading another member, overlapping layouts, unions by value.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

union num { float f; uint32_t u; int32_t i; uint8_t b[4]; uint16_t h[2]; };
union wide { double d; uint64_t u; struct { uint32_t lo, hi; } p; };
union x87 { long double l; struct { uint64_t mant; uint16_t exp; } p; };
union big { char c; int a[10]; double d[3]; };

static union num neg(union num n) { n.u ^= 0x80000000u; return n; }
static __attribute__((noinline)) union big fill(union big b, int k) { for (int i = 0; i < 10; i++) b.a[i] = i * k; return b; }

int main(void) {
    float fs[] = { 0, 1, -1, 0.1f, 3.14159f, 1e-40f, 1e38f };
    for (int i = 0; i < 7; i++) {
        union num n = { .f = fs[i] };
        printf("%g %08x %d %02x%02x%02x%02x %04x %g\n", n.f, n.u, n.i, n.b[0], n.b[1], n.b[2], n.b[3], n.h[1], neg(n).f);
    }
    union wide w = { .d = -2.5 };
    printf("%016llx %08x %08x\n", (unsigned long long)w.u, w.p.lo, w.p.hi);
    w.p.hi ^= 0x00100000u;
    printf("%g\n", w.d);
    union x87 x;
    memset(&x, 0, sizeof x);
    x.l = -1.5L;
    printf("%016llx %04x\n", (unsigned long long)x.p.mant, x.p.exp);
    x.p.exp++;
    printf("%Lg\n", x.l);
    union big b = { .c = 'x' };
    b = fill(b, 3);
    printf("%d %d %zu\n", b.a[9], b.a[0], sizeof b);
    uint32_t bits;
    float f = 123.456f;
    memcpy(&bits, &f, sizeof bits);
    printf("%08x\n", bits);
    struct { int kind; union { int i; char *s; }; } anon = { 1, { .s = "anonymous" } };
    printf("%s\n", anon.s);
    return 0;
}
