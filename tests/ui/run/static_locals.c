// Static locals: kept between calls, in recursion, with the same name in several functions.
#include <stdio.h>

static int counter(void) { static int n = 100; return n++; }
static int other(void) { static int n; n += 5; return n; }
static const char *name(int i) {
    static char buf[4][16];
    static int next;
    char *b = buf[next++ % 4];
    snprintf(b, 16, "item-%d", i);
    return b;
}
static int depth(int n) { static int deepest; if (n > deepest) deepest = n; return n ? depth(n - 1) : deepest; }
static int blocks(int which) {
    if (which) { static int n = 1; return n *= 2; }
    else { static int n = 1000; return n -= 7; }
}
static unsigned long memo(int n) {
    static unsigned long cache[64];
    if (n < 2) return (unsigned long)n;
    if (!cache[n]) cache[n] = memo(n - 1) + memo(n - 2);
    return cache[n];
}
static int *cell(void) { static int v = 7; return &v; }
static const int *primes(void) { static const int p[] = { 2, 3, 5, 7, 11, 0 }; return p; }

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d %d\n", counter(), other());
    const char *a = name(1), *b = name(2), *c = name(3);
    printf("%s %s %s\n", a, b, c);
    int d1 = depth(3), d2 = depth(10), d3 = depth(5);
    printf("%d %d %d\n", d1, d2, d3);
    for (int i = 0; i < 6; i++) printf("%d ", blocks(i & 1));
    printf("\n%lu %lu\n", memo(60), memo(30));
    *cell() += 5;
    printf("%d\n", *cell());
    for (const int *p = primes(); *p; p++) printf("%d ", *p);
    printf("\n");
    return counter();
}
