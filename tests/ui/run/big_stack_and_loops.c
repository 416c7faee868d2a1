// Large stack arrays, a million iterations of several kinds, deep loops.
#include <stdio.h>
#include <string.h>

static long use(int n) {
    unsigned char big[400000];
    memset(big, n, sizeof big);
    big[n * 1000] = 77;
    long s = 0;
    for (size_t i = 0; i < sizeof big; i += 1000) s += big[i];
    return s;
}
static int table[1000][10];

int main(void) {
    for (int i = 1; i < 5; i++) printf("%ld ", use(i));
    printf("\n");
    unsigned x = 1;
    for (int i = 0; i < 1000000; i++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; }
    printf("%u\n", x);
    double s = 0;
    for (int i = 1; i < 1000000; i++) s += 1.0 / ((double)i * i);
    printf("%.9f\n", s);
    int collatz = 0, best = 0;
    for (int i = 1; i < 20000; i++) { long n = i; int k = 0; while (n != 1) { n = n & 1 ? 3 * n + 1 : n / 2; k++; } if (k > best) best = k, collatz = i; }
    printf("%d %d\n", collatz, best);
    for (int i = 0; i < 1000; i++) for (int j = 0; j < 10; j++) table[i][j] = i * j % 17;
    int t = 0;
    for (int j = 0; j < 10; j++) for (int i = 0; i < 1000; i++) t = (t * 5 + table[i][j]) % 1000003;
    printf("%d\n", t);
    long long a = 0, b = 1;
    for (int i = 0; i < 90; i++) { long long c = a + b; a = b; b = c; }
    printf("%lld\n", a);
    return 0;
}
