// Bit builtins: clz, ctz, popcount, parity, ffs, clrsb, bswap on all widths.
#include <stdio.h>
#include <strings.h>

int main(void) {
    volatile unsigned long long v[] = { 1, 2, 3, 0x80000000ULL, 0xffffffffULL, 0x123456789abcdefULL, 0x8000000000000000ULL, ~0ULL, 0x10000, 12345678901234567ULL };
    for (int i = 0; i < 10; i++) {
        unsigned long long q = v[i];
        unsigned u = (unsigned)q;
        printf("%d %d %d %d %d ", __builtin_clzll(q), __builtin_ctzll(q), __builtin_popcountll(q), __builtin_parityll(q), __builtin_ffsll((long long)q));
        printf("%d %d ", __builtin_clzl(q), __builtin_ctzl(q));
        if (u) printf("%d %d ", __builtin_clz(u), __builtin_ctz(u));
        printf("%d %d %d %d %d ", __builtin_popcount(u), __builtin_parity(u), __builtin_ffs((int)u), __builtin_clrsb((int)u), __builtin_clrsbll((long long)q));
        printf("%x %x %llx\n", __builtin_bswap16((unsigned short)q), __builtin_bswap32(u), (unsigned long long)__builtin_bswap64(q));
    }
    volatile int zero = 0;
    printf("%d %d %d %d\n", ffs(zero), ffs(8), ffsl(1L << 40), ffsll(0));
    for (int n = 0; n < 64; n += 7) {
        unsigned long long q = v[5];
        unsigned u = (unsigned)q;
        printf("%llx %llx %x %x\n", (q << n) | (q >> ((64 - n) & 63)), (q >> n) | (q << ((64 - n) & 63)), (u << (n & 31)) | (u >> ((32 - n) & 31)), (unsigned short)((unsigned short)u << 3 | (unsigned short)u >> 13));
    }
    unsigned long long r = v[9], rev = 0;
    for (int i = 0; i < 64; i++) rev = rev << 1 | (r >> i & 1);
    printf("%llx\n", rev);
    return 0;
}
