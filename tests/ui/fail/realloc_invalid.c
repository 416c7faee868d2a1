// Hands the middle of a block to realloc.
#include <stdlib.h>
int main(void) {
    int *v = malloc(10 * sizeof *v);
    v[0] = 1;
    int *w = realloc(v + 2, 100); //~ invalid-free object=heap alloc=4
    free(w);
    return 0;
}
