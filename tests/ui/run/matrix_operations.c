// Matrices: product, determinant, inverse by elimination, power, strided loops.
//@ cflags: -lm
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void mul(int n, const double *a, const double *b, double *c) {
    for (int i = 0; i < n; i++) for (int j = 0; j < n; j++) { double s = 0; for (int k = 0; k < n; k++) s += a[i * n + k] * b[k * n + j]; c[i * n + j] = s; }
}
static double invert(int n, double *a, double *inv) {
    double det = 1;
    for (int i = 0; i < n * n; i++) inv[i] = i % (n + 1) == 0;
    for (int c = 0; c < n; c++) {
        int p = c;
        for (int r = c + 1; r < n; r++) if (fabs(a[r * n + c]) > fabs(a[p * n + c])) p = r;
        if (a[p * n + c] == 0) return 0;
        if (p != c) { det = -det; for (int k = 0; k < n; k++) { double t = a[p * n + k]; a[p * n + k] = a[c * n + k]; a[c * n + k] = t; t = inv[p * n + k]; inv[p * n + k] = inv[c * n + k]; inv[c * n + k] = t; } }
        double d = a[c * n + c];
        det *= d;
        for (int k = 0; k < n; k++) a[c * n + k] /= d, inv[c * n + k] /= d;
        for (int r = 0; r < n; r++) if (r != c) { double f = a[r * n + c]; for (int k = 0; k < n; k++) a[r * n + k] -= f * a[c * n + k], inv[r * n + k] -= f * inv[c * n + k]; }
    }
    return det;
}
static unsigned long fib(int n) { unsigned long m[4] = { 1, 1, 1, 0 }, r[4] = { 1, 0, 0, 1 }; for (; n; n >>= 1) { unsigned long t[4]; if (n & 1) { for (int i = 0; i < 4; i++) t[i] = r[i & 2] * m[i & 1] + r[(i & 2) + 1] * m[2 + (i & 1)]; for (int i = 0; i < 4; i++) r[i] = t[i]; } for (int i = 0; i < 4; i++) t[i] = m[i & 2] * m[i & 1] + m[(i & 2) + 1] * m[2 + (i & 1)]; for (int i = 0; i < 4; i++) m[i] = t[i]; } return r[1]; }

int main(void) {
    enum { N = 12 };
    double *a = malloc(sizeof(double) * N * N), *save = malloc(sizeof(double) * N * N), *inv = malloc(sizeof(double) * N * N), *p = malloc(sizeof(double) * N * N);
    unsigned x = 7;
    for (int i = 0; i < N * N; i++) { x = x * 1664525u + 1013904223u; save[i] = a[i] = (double)(x >> 24) / 16 - 8; }
    printf("%.9g\n", invert(N, a, inv));
    mul(N, save, inv, p);
    double worst = 0;
    for (int i = 0; i < N * N; i++) worst = fmax(worst, fabs(p[i] - (i % (N + 1) == 0)));
    printf("%d %.6f %.6f\n", worst < 1e-9, inv[0], inv[77]);
    printf("%lu %lu\n", fib(50), fib(90));
    int m[3][4] = { { 1, 2, 3, 4 }, { 5, 6, 7, 8 }, { 9, 10, 11, 12 } }, (*row)[4] = m, *flat = &m[0][0], t = 0;
    for (int j = 0; j < 4; j++) for (int i = 0; i < 3; i++) t = t * 3 + row[i][j];
    printf("%d %d %d\n", t, flat[7], (*(row + 2))[1]);
    free(a); free(save); free(inv); free(p);
    return 0;
}
