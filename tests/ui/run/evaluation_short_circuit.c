// Logical operators stop early, ternaries, comma, assignment values, sequence of side effects.
#include <stdio.h>

static int trace(int v) { printf("<%d>", v); return v; }
static int calls;
static int bump(void) { return ++calls; }

int main(void) {
    int r;
    r = trace(0) && trace(1); printf(" %d\n", r);
    r = trace(2) || trace(3); printf(" %d\n", r);
    r = trace(0) || (trace(4) && trace(0)) || trace(5); printf(" %d\n", r);
    r = trace(1) ? trace(6) : trace(7); printf(" %d\n", r);
    r = (trace(8), trace(9)); printf(" %d\n", r);
    int a, b, c;
    a = b = c = 5; printf("%d %d %d\n", a, b, c);
    a += b -= c *= 2; printf("%d %d %d\n", a, b, c);
    int i = 0, v[5] = { 0 };
    v[i++] = 1; v[++i] = 2; printf("%d %d %d %d\n", i, v[0], v[1], v[2]);
    while (bump() < 5 && calls != 3) { }
    printf("%d\n", calls);
    for (int x = 0, y = 9; x < y || (printf("end "), 0); x++, y--) printf("%d%d ", x, y);
    printf("\n%d %d\n", !!7, !0 + !1);
    int *p = NULL; if (p && *p) printf("no\n"); else printf("safe\n");
    printf("%d\n", (a > 3) + (b < 3) * 2 + (c == 10) * 4);
    if (0) { trace(100); } else if (a) trace(200); else trace(300);
    do trace(1); while (0);
    printf("\n%d %d\n", 1 < 2 < 3, 3 > 2 > 1);
    unsigned m = 0; for (char ch = 'a'; ch <= 'e'; ch++) m |= 1u << (ch - 'a') * 2; printf("%x\n", m);
    return 0;
}
