// malloc, calloc, realloc patterns, aligned allocation, large zeroed blocks, malloc(0), free(NULL).
//@ cflags: -D_GNU_SOURCE
#include <malloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    free(NULL);
    unsigned char *p = NULL;
    size_t n = 0; unsigned long sum = 0;
    for (size_t want = 1; want < 200000; want = want * 3 / 2 + 1) { p = realloc(p, want); for (size_t i = n; i < want; i++) p[i] = (unsigned char)(i * 7); n = want; }
    for (size_t i = 0; i < n; i++) sum += p[i];
    printf("%zu %lu\n", n, sum);
    p = realloc(p, 100); sum = 0;
    for (int i = 0; i < 100; i++) sum += p[i];
    printf("%lu\n", sum);
    free(p);
    int *z = calloc(1000, sizeof *z); int nonzero = 0;
    for (int i = 0; i < 1000; i++) nonzero += z[i] != 0;
    printf("%d\n", nonzero); free(z);
    char *huge = calloc(100, 1024 * 1024);
    for (size_t i = 0; i < 100; i += 10) { huge[i << 20] = (char)(huge[(i << 20) + 5] + 1); }
    printf("%d %d %d\n", huge[50 << 20], huge[(50 << 20) + 1], huge[(100 << 20) - 1]);
    free(huge);
    void *a = aligned_alloc(64, 256), *b = memalign(32, 10), *c = NULL, *d = valloc(10);
    int r = posix_memalign(&c, 4096, 100);
    printf("%d %d %d %d %d\n", (uintptr_t)a % 64 == 0, (uintptr_t)b % 32 == 0, r, (uintptr_t)c % 4096 == 0, d != NULL);
    free(a); free(b); free(c); free(d);
    void *q[200];
    for (int i = 0; i < 200; i++) { q[i] = malloc((size_t)(i * 13 % 97) + 1); memset(q[i], i, (size_t)(i * 13 % 97) + 1); }
    for (int i = 0; i < 200; i += 2) free(q[i]);
    int bad = 0;
    for (int i = 1; i < 200; i += 2) { bad += *(unsigned char *)q[i] != i || (uintptr_t)q[i] % 16; free(q[i]); }
    printf("%d\n", bad);
    void *volatile e = malloc(0); printf("%d\n", e != NULL); free(e);
    volatile size_t big = (size_t)-1 / 2; void *volatile f = malloc(big); printf("%d\n", f == NULL); free(f);
    void *volatile g = calloc(big, 4); printf("%d\n", g == NULL); free(g);
    int *arr = reallocarray(NULL, 10, sizeof *arr); arr[9] = 5; printf("%d %d\n", arr[9], malloc_usable_size(arr) >= 40); free(arr);
    return 0;
}
