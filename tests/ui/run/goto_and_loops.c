// goto into and out of loops, nested breaks, continue in every loop, empty and comma loops.
#include <stdio.h>

static int find(int m[4][4], int want) {
    int i, j;
    for (i = 0; i < 4; i++) for (j = 0; j < 4; j++) if (m[i][j] == want) goto found;
    return -1;
found:
    return i * 10 + j;
}
static int into(int n) {
    int s = 0, i = 100;
    if (n) goto middle;
    for (i = 0; i < 5; i++) {
        s += 1;
    middle:
        s += i;
        if (i >= 100) i = 2;
    }
    return s;
}
static int cleanup(int fail) {
    int r = 0;
    if (fail == 1) goto out1;
    r += 1;
    if (fail == 2) goto out2;
    r += 10;
    if (fail == 3) goto out3;
    r += 100;
out3: r += 1000;
out2: r += 10000;
out1: return r;
}

int main(void) {
    int m[4][4];
    for (int i = 0; i < 16; i++) m[i / 4][i % 4] = i * i;
    printf("%d %d %d\n", find(m, 81), find(m, 0), find(m, 2));
    printf("%d %d\n", into(0), into(1));
    for (int f = 0; f < 4; f++) printf("%d ", cleanup(f));
    printf("\n");
    int n = 0;
    do { if (n % 3 == 0) continue; printf("%d ", n); } while (++n < 10);
    while (n-- > 0) { if (n & 1) continue; if (n == 2) break; printf("%d ", n); }
    printf("| %d\n", n);
    for (int i = 0, j = 10; i < j; i += 2, j--) printf("%d,%d ", i, j);
    printf("\n");
    int count = 0;
    for (;;) { for (int k = 0; k < 3; k++) { if (count > 7) goto done; count += k; } }
done:
    printf("%d\n", count);
    int k = 0;
again:
    if (k < 3) { printf("again %d\n", k); k++; goto again; }
    for (int a = 0; a < 3; a++) { for (int b = 0; b < 3; b++) { if (b == a) continue; for (int c = 0; c < 3; c++) { if (c == a || c == b) continue; printf("%d%d%d ", a, b, c); } } }
    printf("\n");
    unsigned long long big = 0;
    for (unsigned i = 0; i < 1000000; i++) big += (unsigned long long)i * i;
    printf("%llu\n", big);
    for (unsigned char c = 250; c >= 250; c++) printf("%d ", c);
    printf("\n");
    return 0;
}
