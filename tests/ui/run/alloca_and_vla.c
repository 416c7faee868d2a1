// alloca in loops and in conditionals, VLAs of one and two dimensions, VLA parameters.
#include <alloca.h>
#include <stdio.h>
#include <string.h>

static long sum2d(int rows, int cols, int m[rows][cols]) {
    long s = 0;
    for (int i = 0; i < rows; i++) for (int j = 0; j < cols; j++) s += m[i][j];
    return s;
}
static void transpose(int n, double a[n][n]) {
    for (int i = 0; i < n; i++) for (int j = 0; j < i; j++) { double t = a[i][j]; a[i][j] = a[j][i]; a[j][i] = t; }
}
static char *reversed(char *out, const char *s) {
    size_t n = strlen(s);
    char *t = alloca(n + 1);
    for (size_t i = 0; i < n; i++) t[i] = s[n - 1 - i];
    t[n] = 0;
    return strcpy(out, t);
}
struct node { int v; struct node *next; };

int main(void) {
    for (int n = 1; n < 8; n += 3) {
        int m[n][n + 1];
        for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) m[i][j] = i * 10 + j;
        printf("%ld %zu %zu\n", sum2d(n, n + 1, m), sizeof m, sizeof m[0]);
    }
    double a[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    transpose(3, a);
    printf("%g %g %g\n", a[0][1], a[2][0], a[1][2]);
    char out[64];
    printf("%s\n", reversed(out, "stack memory"));
    struct node *list = NULL;
    for (int i = 0; i < 10; i++) { struct node *n = alloca(sizeof *n); n->v = i * i; n->next = list; list = n; }
    for (struct node *p = list; p; p = p->next) printf("%d ", p->v);
    printf("\n");
    int n = 5;
    int v[n], (*pv)[n] = &v;
    n = 50;
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) (*pv)[i] = (int)i + 1;
    printf("%zu %d\n", sizeof *pv, v[4]);
    long total = 0;
    for (int k = 1; k <= 2000; k++) { char t[k]; memset(t, k & 0x7f, (size_t)k); total += t[k - 1] + t[0]; }
    printf("%ld\n", total);
    goto skip;
skip:;
    typedef int row[n / 10];
    row *rows = alloca(4 * sizeof(row));
    for (int i = 0; i < 4; i++) for (int j = 0; j < 5; j++) rows[i][j] = i ^ j;
    printf("%d %zu\n", rows[3][4], sizeof(row));
    return 0;
}
