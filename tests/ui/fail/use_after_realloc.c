// Keeps an old pointer after realloc moved the block.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *p = malloc(16);
    char *old = p;
    p[0] = 'x';
    p = realloc(p, 1 << 20);
    printf("%c\n", p[0]);
    printf("%c\n", old[0]); //~ use-after-free object=heap alloc=5 free=8
    free(p);
    return 0;
}
