// Reads a block after it was freed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(sizeof *p);
    *p = 5;
    free(p);
    printf("%d\n", *p); //~ use-after-free object=heap alloc=5 free=7
    return 0;
}
