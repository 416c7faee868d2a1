// Writes before the start of a heap block.
#include <stdlib.h>
static void set(int *v, int i) {
    v[i] = 7; //~ out-of-bounds-write object=heap alloc=7
}
int main(void) {
    int *v = malloc(40);
    set(v, 9);
    set(v, -1);
    free(v);
    return 0;
}
