// A negative length becomes a huge size for memcpy.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static const char source[32] = "text";
int main(void) {
    char *target = malloc(32);
    int have = 4, want = 9;
    memcpy(target, source, (size_t)(have - want)); //~ out-of-bounds-write object=heap alloc=7
    printf("%s\n", target);
    free(target);
    return 0;
}
