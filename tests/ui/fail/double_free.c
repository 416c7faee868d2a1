// Frees a block twice.
#include <stdlib.h>
int main(void) {
    char *p = malloc(24);
    char *q = p;
    p[0] = 1;
    free(p);
    free(q); //~ double-free object=heap alloc=4 free=7
    return 0;
}
