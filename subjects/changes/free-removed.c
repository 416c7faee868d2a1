// The old version frees a block twice for one kind of input: the patch mends it.
//@ args: abc
//@ finds: double-free | exit 0
#include "patchlight.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    char *copy = malloc(4);
    copy[0] = argv[1][0];
    if (copy[0] == '?')
        free(copy);
    if (change(1, copy == 0 || argv[1][0] != '?')) //~ old
        free(copy);
    return 0;
}
