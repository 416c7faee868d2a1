// Integer promotions, conversions, signed and unsigned comparison, shifts, wraparound, char signs.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

int main(void) {
    volatile signed char sc = -1; volatile unsigned char uc = 255; volatile char c = (char)200; volatile short s = -2; volatile unsigned short us = 65535; volatile int i = -3; volatile unsigned u = 4; volatile long l = -5; volatile unsigned long ul = 6;
    printf("%d %d %d %d\n", sc, uc, c, c < 0);
    printf("%d %d %d\n", sc == uc, sc + uc, (unsigned char)sc == uc);
    printf("%d %d %d\n", i < (int)u, i < u, l < u);
    printf("%d %u %ld %lu\n", s * us, i + u, l + u, l + ul);
    printf("%d %d %d\n", (int8_t)300, (uint8_t)-1, (int16_t)0x12345);
    printf("%u %lu %lld\n", (unsigned)-1, (unsigned long)-1, (long long)(unsigned)-1);
    printf("%d %d %x %x\n", -17 / 5, -17 % 5, ~0u << 4 & 0xff, (unsigned)i >> 28);
    printf("%d %d %d\n", i >> 1, (uc << 4) & 0xff, (uint8_t)(uc << 4));
    printf("%u %u %lu\n", u - 5, UINT_MAX + u, ULONG_MAX + ul);
    uint8_t w8 = 250; uint16_t w16 = 65530; w8 += 10; w16 += 10; printf("%d %d\n", w8, w16);
    w8 = 3; w8 -= 5; printf("%d ", w8--); printf("%d\n", w8);
    printf("%d %d\n", (uc + 1) > uc, (uint8_t)(uc + 1) > uc);
    printf("%d %d %d\n", '\xff' == 0xff, '\xff' < 0, 'a' - 'A');
    for (int k = 0; k < 32; k += 7) printf("%d %u %x ", (int)(1u << k), 0x80000000u >> k, (unsigned)(INT_MIN >> k));
    printf("\n%llu %lld\n", 1ULL << 63, (long long)(1ULL << 63));
    _Bool b = 256; b += 5; printf("%d %d %d\n", b, (_Bool)0.1, !b);
    printf("%zu %zu %zu %zu\n", sizeof(c + c), sizeof(s ? 1 : 2L), sizeof('a'), sizeof(uc << 1));
    printf("%d %d %d\n", INT_MAX, INT_MIN, SCHAR_MIN);
    printf("%d %d\n", -1 > 0u, -1L > 0u);
    int x = 5; x++; x += x * 2; x ^= x >> 1; x |= 64; x &= ~3; x <<= 2; x %= 100; printf("%d\n", x);
    printf("%d %d\n", (1, 2, 3), x ? -1 : 1);
    printf("%d\n", 1 ? (unsigned char)255 + 1 : 0L > 1);
    unsigned bits = 0; for (unsigned m = 1; m; m <<= 1) bits++; printf("%u\n", bits);
    int64_t big = INT32_MAX; big *= big; printf("%lld %d\n", (long long)big, (int)(big & 0xff));
    return 0;
}
