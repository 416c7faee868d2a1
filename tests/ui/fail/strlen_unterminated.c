// strlen on characters without a terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(5);
    memcpy(p, "abcde", 5);
    printf("%zu\n", strlen(p)); //~ out-of-bounds-read object=heap alloc=6
    free(p);
    return 0;
}
