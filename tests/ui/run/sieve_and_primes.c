// Sieve of Eratosthenes, Miller-Rabin on 64-bit numbers, factorisation, gcd.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static unsigned char composite[200001];
static uint64_t mulmod(uint64_t a, uint64_t b, uint64_t m) { return (uint64_t)((unsigned __int128)a * b % m); }
static uint64_t power(uint64_t b, uint64_t e, uint64_t m) { uint64_t r = 1; b %= m; for (; e; e >>= 1) { if (e & 1) r = mulmod(r, b, m); b = mulmod(b, b, m); } return r; }
static int prime(uint64_t n) {
    if (n < 4) return n > 1;
    if (!(n & 1)) return 0;
    uint64_t d = n - 1; int s = 0;
    while (!(d & 1)) d >>= 1, s++;
    static const uint64_t bases[] = { 2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37 };
    for (int i = 0; i < 12; i++) {
        if (bases[i] % n == 0) continue;
        uint64_t x = power(bases[i], d, n);
        if (x == 1 || x == n - 1) continue;
        int r = 1;
        for (; r < s; r++) if ((x = mulmod(x, x, n)) == n - 1) break;
        if (r >= s) return 0;
    }
    return 1;
}
static uint64_t gcd(uint64_t a, uint64_t b) { while (b) { uint64_t t = a % b; a = b; b = t; } return a; }
static void factor(uint64_t n) { printf("%llu =", (unsigned long long)n); for (uint64_t p = 2; p * p <= n; p++) while (n % p == 0) { printf(" %llu", (unsigned long long)p); n /= p; } if (n > 1) printf(" %llu", (unsigned long long)n); printf("\n"); }

int main(void) {
    int count = 0, last = 0, twins = 0;
    for (int i = 2; i <= 200000; i++) {
        if (composite[i]) continue;
        count++;
        if (i - last == 2) twins++;
        last = i;
        for (long long j = (long long)i * i; j <= 200000; j += i) composite[j] = 1;
    }
    printf("%d %d %d\n", count, last, twins);
    int agree = 0;
    for (int i = 0; i < 3000; i++) agree += prime((uint64_t)i) == (i > 1 && !composite[i]);
    printf("%d\n", agree);
    uint64_t big[] = { 18446744073709551557ULL, 18446744073709551556ULL, 1000000007, 999999999989ULL, 3215031751ULL, 341550071728321ULL };
    for (int i = 0; i < 6; i++) printf("%d", prime(big[i]));
    printf("\n");
    factor(600851475143ULL); factor(1234567890); factor(97); factor(1ULL << 40);
    printf("%llu %llu\n", (unsigned long long)gcd(1071, 462), (unsigned long long)gcd(1ULL << 63, 1000000));
    return 0;
}
