// Writes one byte past the end of a heap block.
#include <stdlib.h>
int main(void) {
    char *p = malloc(10);
    for (int i = 0; i < 10; i++) p[i] = 'a';
    p[10] = 0; //~ out-of-bounds-write object=heap alloc=4
    free(p);
    return 0;
}
