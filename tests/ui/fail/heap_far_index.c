// Reads far behind a heap block.
#include <stdio.h>
#include <stdlib.h>
int main(int argc, char **argv) {
    (void)argv;
    long *v = calloc(8, sizeof *v);
    size_t far = (size_t)argc * 100;
    printf("%ld\n", v[far]); //~ out-of-bounds-read object=heap alloc=6
    free(v);
    return 0;
}
