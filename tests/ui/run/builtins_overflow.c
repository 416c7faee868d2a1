// Overflow-checking builtins of every type, and saturating helpers built on them.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

#define TRY(T, W, a, b)                                                        \
    do {                                                                       \
        volatile T x = (T)(a), y = (T)(b);                                     \
        T r1, r2, r3;                                                          \
        int o1 = __builtin_add_overflow(x, y, &r1), o2 = __builtin_sub_overflow(x, y, &r2), o3 = __builtin_mul_overflow(x, y, &r3); \
        printf(#T " %d:%lld %d:%lld %d:%lld\n", o1, (W)r1, o2, (W)r2, o3, (W)r3); \
    } while (0)

static int sat_add(int a, int b) { int r; return __builtin_add_overflow(a, b, &r) ? (b > 0 ? INT_MAX : INT_MIN) : r; }
static unsigned char sat_u8(int a) { return (unsigned char)(a < 0 ? 0 : a > 255 ? 255 : a); }
static unsigned sat_mul(unsigned a, unsigned b) { unsigned r; return __builtin_umul_overflow(a, b, &r) ? UINT_MAX : r; }
static unsigned long sat_sub(unsigned long a, unsigned long b) { return a > b ? a - b : 0; }

int main(void) {
    long long v[] = { 0, 1, -1, 100, 127, -128, 255, 32767, 65535, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX, LLONG_MIN };
    for (int i = 0; i < 14; i += 1) {
        int j = (i * 5 + 4) % 14;
        TRY(int8_t, long long, v[i], v[j]); TRY(uint8_t, long long, v[i], v[j]);
        TRY(int16_t, long long, v[i], v[j]); TRY(uint16_t, long long, v[i], v[j]);
        TRY(int, long long, v[i], v[j]); TRY(unsigned, long long, v[i], v[j]);
        TRY(long, long long, v[i], v[j]); TRY(uint64_t, long long, v[i], v[j]);
    }
    int narrow; long wide; unsigned char c;
    volatile long big = 1L << 33; volatile int neg = -5; volatile unsigned u = 4000000000u;
    int o = __builtin_add_overflow(big, neg, &narrow); printf("%d %d\n", o, narrow);
    o = __builtin_mul_overflow(neg, u, &wide); printf("%d %ld\n", o, wide);
    o = __builtin_sub_overflow(neg, neg, &c); printf("%d %d\n", o, c);
    o = __builtin_add_overflow(u, u, &wide); printf("%d %ld\n", o, wide);
    __int128 h = (__int128)1 << 126, hr;
    o = __builtin_add_overflow(h, h, &hr); printf("%d ", o);
    o = __builtin_mul_overflow(h, (__int128)neg, &hr); printf("%d\n", o);
    printf("%d %d %d\n", sat_add(INT_MAX, 5), sat_add(INT_MIN, -1), sat_add(3, 4));
    printf("%d %d %d %u %lu\n", sat_u8(-3), sat_u8(300), sat_u8(77), sat_mul(70000, 70000), sat_sub(3, 9));
    return 0;
}
