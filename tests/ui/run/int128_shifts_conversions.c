// 128-bit shifts by every amount, and conversions to and from floats and narrower types.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;
static void hex(u128 v) { printf("%016llx%016llx ", (unsigned long long)(v >> 64), (unsigned long long)v); }

int main(void) {
    volatile unsigned long long hi = 0xfedcba9876543210ULL, lo = 0x0f1e2d3c4b5a6978ULL;
    u128 v = ((u128)hi << 64) | lo;
    for (volatile int n = 0; n < 128; n += 9) { hex(v << n); hex(v >> n); hex((u128)((i128)v >> n)); printf("\n"); }
    volatile double ds[] = { 0, 1, 1e10, 1e20, 1.5e30, 1e38, 18446744073709551616.0 };
    for (int i = 0; i < 7; i++) { hex((u128)ds[i]); if (ds[i] < 1e38) hex((u128)(i128)-ds[i]); printf("%.17g\n", (double)(u128)ds[i]); }
    printf("%.17g %.9g %.21Lg\n", (double)v, (double)(float)(v >> 1), (long double)v);
    printf("%.17g %.21Lg\n", (double)(i128)v, (long double)(i128)v);
    volatile int neg = -7; volatile short sh = -300; volatile unsigned char uc = 200;
    hex((u128)neg); hex((u128)(i128)sh); hex(uc); hex((u128)(long long)neg); hex((u128)(unsigned)neg); printf("\n");
    printf("%d %lld %u %d\n", (int)(v >> 3), (long long)(v >> 60), (unsigned char)(v >> 100), (_Bool)(v & 1));
    printf("%d %d %d\n", !!v, v && 0, (v ? 1 : 2));
    u128 t[3] = { v, v + 1, v - 1 };
    for (int i = 0; i < 3; i++) t[i] ^= t[(i + 1) % 3];
    for (int i = 0; i < 3; i++) hex(t[i]);
    printf("\n%zu %zu\n", sizeof(u128), _Alignof(u128));
    i128 c = 0;
    for (int i = 0; i < 1000; i++) c += (i128)i * i * i * 1000000007LL * 998244353LL;
    hex((u128)c); printf("\n");
    return 0;
}
