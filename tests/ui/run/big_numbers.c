// Arbitrary precision: factorials, powers, Fibonacci, division, digits of e and pi.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LIMBS = 120 };
typedef struct { uint32_t d[LIMBS]; int n; } big;
static void trim(big *a) { while (a->n && !a->d[a->n - 1]) a->n--; }
static big from(uint32_t v) { big a; memset(&a, 0, sizeof a); a.d[0] = v; a.n = v != 0; return a; }
static big add(big a, const big *b) { uint64_t c = 0; for (int i = 0; i < LIMBS; i++) { c += (uint64_t)a.d[i] + b->d[i]; a.d[i] = (uint32_t)c; c >>= 32; } a.n = LIMBS; trim(&a); return a; }
static void mul_small(big *a, uint32_t m) { uint64_t c = 0; for (int i = 0; i < LIMBS; i++) { c += (uint64_t)a->d[i] * m; a->d[i] = (uint32_t)c; c >>= 32; } a->n = LIMBS; trim(a); }
static uint32_t div_small(big *a, uint32_t m) { uint64_t r = 0; for (int i = a->n - 1; i >= 0; i--) { r = r << 32 | a->d[i]; a->d[i] = (uint32_t)(r / m); r %= m; } trim(a); return (uint32_t)r; }
static big mul(const big *a, const big *b) {
    big r = from(0);
    for (int i = 0; i < a->n; i++) { uint64_t c = 0; for (int j = 0; i + j < LIMBS; j++) { c += (uint64_t)a->d[i] * b->d[j] + r.d[i + j]; r.d[i + j] = (uint32_t)c; c >>= 32; } }
    r.n = LIMBS; trim(&r);
    return r;
}
static void print(big a) {
    char s[1300]; int i = sizeof s - 1;
    s[i] = 0;
    do { uint32_t r = div_small(&a, 1000000000u); for (int k = 0; k < 9; k++) { s[--i] = (char)('0' + r % 10); r /= 10; } } while (a.n);
    while (s[i] == '0' && s[i + 1]) i++;
    printf("%s\n", s + i);
}

int main(void) {
    big f = from(1);
    for (uint32_t i = 2; i <= 100; i++) mul_small(&f, i);
    print(f);
    big a = from(0), b = from(1);
    for (int i = 0; i < 500; i++) { big t = add(a, &b); a = b; b = t; }
    print(a);
    big p = from(3), r = from(1);
    for (int e = 200; e; e >>= 1) { if (e & 1) r = mul(&r, &p); p = mul(&p, &p); }
    print(r);
    print(from(0));
    uint32_t r1 = div_small(&f, 97), r2 = div_small(&f, 1000003);
    printf("%u %u\n", r1, r2);
    int digits[110], n = 100; long q;
    for (int i = 0; i < 110; i++) digits[i] = 1;
    printf("2.");
    for (int k = 0; k < n; k++) { q = 0; for (int i = 109; i > 0; i--) { long x = digits[i - 1] * 10L + q; digits[i - 1] = (int)(x % (i + 1)); q = x / (i + 1); } printf("%ld", q); }
    printf("\n");
    static int t[400]; int len = 350, nines = 0, pre = -1;
    for (int i = 0; i < len; i++) t[i] = 2;
    for (int j = 0; j < 100; j++) {
        long c = 0;
        for (int i = len; i > 0; i--) { long x = 10L * t[i - 1] + c * i; t[i - 1] = (int)(x % (2 * i - 1)); c = x / (2 * i - 1); }
        t[0] = (int)(c % 10); c /= 10;
        if (c == 9) nines++;
        else { if (pre >= 0) printf("%ld", pre + c / 10); for (; nines; nines--) printf("%d", c >= 10 ? 0 : 9); pre = (int)(c % 10); }
    }
    printf("\n");
    return 0;
}
