// A comparison function reads beyond the sorted elements.
#include <stdio.h>
#include <stdlib.h>
static int cmp(const void *a, const void *b) {
    const int *x = a, *y = b;
    return x[0] - y[0] + x[8]; //~ out-of-bounds-read object=heap alloc=9
}
int main(void) {
    int *v = malloc(4 * sizeof *v);
    for (int i = 0; i < 4; i++) v[i] = 10 - i;
    qsort(v, 4, sizeof *v, cmp);
    printf("%d\n", v[0]);
    free(v);
    return 0;
}
