// The new version frees a block too early for one kind of input.
//@ args: abc
//@ finds: exit 97 | use-after-free
#include "patchlight.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *copy = malloc(4);
    strncpy(copy, argv[1], 4);
    if (change(0, copy[0] && copy[1] == ';')) //~ new
        free(copy);
    return copy[0] ? 97 : 0;
}
