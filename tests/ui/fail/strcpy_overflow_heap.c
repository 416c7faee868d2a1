// strcpy into a heap block that is too small.
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    (void)argv;
    char *p = malloc(8);
    const char *text = argc > 5 ? "short" : "much too long a text";
    strcpy(p, text); //~ out-of-bounds-write object=heap alloc=6
    free(p);
    return 0;
}
