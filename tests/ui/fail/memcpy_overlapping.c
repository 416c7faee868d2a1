// memcpy within one block with overlapping ranges.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    (void)argv;
    char *p = malloc(64);
    memset(p, 'a', 64);
    memcpy(p + argc * 4, p, 32); //~ overlapping-memcpy object=heap alloc=7
    printf("%c\n", p[10]);
    free(p);
    return 0;
}
