// A copy loop that forgets the room for the terminator.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char *copy(const char *s) {
    size_t n = strlen(s);
    char *r = malloc(n), *o = r;
    while (*s)
        *o++ = *s++;
    *o = 0; //~ out-of-bounds-write object=heap alloc=7
    return r;
}
int main(void) {
    char *c = copy("sixteen letters!");
    printf("%c\n", c[0]);
    free(c);
    return 0;
}
