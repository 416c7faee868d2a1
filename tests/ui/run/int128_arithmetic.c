// 128-bit integers: every operator, signed and unsigned, printed by hand.
#include <stdio.h>

typedef __int128 i128;
typedef unsigned __int128 u128;

static void put(u128 v) {
    char b[50];
    int i = 49;
    b[i] = 0;
    do { b[--i] = (char)('0' + (int)(v % 10)); v /= 10; } while (v);
    printf("%s ", b + i);
}
static void sput(i128 v) { if (v < 0) { printf("-"); put(-(u128)v); } else put((u128)v); }

int main(void) {
    volatile unsigned long long seeds[] = { 0, 1, 0xffffffffffffffffULL, 0x123456789abcdefULL, 10, 0x8000000000000000ULL };
    for (int i = 0; i < 6; i++)
        for (int j = 0; j < 6; j++) {
            u128 a = ((u128)seeds[i] << 64) | seeds[(i + 2) % 6], b = ((u128)seeds[j] << 60) | seeds[(j + 1) % 6];
            put(a + b); put(a - b); put(a * b); put(b ? a / b : 7); put(b ? a % b : 7);
            put(a & b); put(a | b); put(a ^ b); put(~a);
            printf("%d%d%d%d\n", a < b, a <= b, a == b, a > b);
            i128 s = (i128)(a >> 1) - (i128)(b >> 1), t = (i128)(b >> 3) - 12345;
            sput(s); sput(t); sput(t ? s / t : 0); sput(t ? s % t : 0); sput(s >> 5);
            printf("%d%d\n", s < t, s >= t);
        }
    u128 f = 1;
    for (int i = 1; i <= 34; i++) f *= (unsigned)i;
    put(f); printf("\n");
    i128 m = (i128)1 << 126;
    sput(m); sput(-m); sput(m / -3); sput(-m % 1000007); sput((i128)(long long)-5 * (m / 8) / m); printf("\n");
    return 0;
}
