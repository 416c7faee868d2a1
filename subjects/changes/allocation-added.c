// Only the new version allocates; blocks allocated later are not disturbed.
//@ args: 1
//@ seed: parts
//@ finds: exit 0 | exit 1
#include "patchlight.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    char *extra = 0;
    if (change(0, 1)) //~ new only=annotated
        extra = calloc(8, 1);
    char *first = malloc(4), *second = malloc(4);
    first[0] = argv[1][0];
    second[0] = first[0] + 1;
    if (extra)
        extra[0] = second[0];
    int status = extra && extra[0] == '8';
    free(extra);
    free(first);
    free(second);
    return status;
}
