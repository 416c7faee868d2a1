// Duff's device, Ackermann, mutual recursion, Hanoi, permutations, deep recursion.
#include <stdio.h>

static void duff(char *to, const char *from, int n) {
    int rounds = (n + 7) / 8;
    switch (n % 8) {
    case 0: do { *to++ = *from++;
    case 7: *to++ = *from++;
    case 6: *to++ = *from++;
    case 5: *to++ = *from++;
    case 4: *to++ = *from++;
    case 3: *to++ = *from++;
    case 2: *to++ = *from++;
    case 1: *to++ = *from++;
            } while (--rounds > 0);
    }
}
static unsigned ackermann(unsigned m, unsigned n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int moves;
static void hanoi(int n, int a, int b, int c) { if (!n) return; hanoi(n - 1, a, c, b); moves++; if (n >= 9) printf("%d:%d>%d ", n, a, c); hanoi(n - 1, b, a, c); }
static void permute(char *s, int k, int n) {
    if (k == n) { printf("%s ", s); return; }
    for (int i = k; i < n; i++) { char t = s[k]; s[k] = s[i]; s[i] = t; permute(s, k + 1, n); t = s[k]; s[k] = s[i]; s[i] = t; }
}
static int female(int n);
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static long deep(int n, long *acc) { long local = n; if (n == 0) return *acc; *acc += local; return deep(n - 1, acc) + (local & 1); }

int main(void) {
    char to[40] = { 0 };
    for (int n = 1; n < 36; n += 11) { duff(to, "abcdefghijklmnopqrstuvwxyz0123456789", n); to[n] = 0; printf("%s\n", to); }
    printf("%u %u %u\n", ackermann(1, 5), ackermann(2, 9), ackermann(3, 4));
    printf("%d %d\n", even(1000), odd(1000));
    hanoi(10, 1, 2, 3);
    printf("%d\n", moves);
    char s[] = "abcd";
    permute(s, 0, 4);
    printf("\n");
    for (int i = 0; i < 15; i++) printf("%d/%d ", male(i), female(i));
    long acc = 0;
    printf("\n%ld\n", deep(20000, &acc));
    return 0;
}
