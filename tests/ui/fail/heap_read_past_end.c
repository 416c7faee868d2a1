// Reads one element past the end of a heap block.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *v = malloc(4 * sizeof *v);
    for (int i = 0; i < 4; i++) v[i] = i;
    int sum = 0;
    for (int i = 0; i <= 4; i++)
        sum += v[i]; //~ out-of-bounds-read object=heap alloc=5
    printf("%d\n", sum);
    free(v);
    return 0;
}
