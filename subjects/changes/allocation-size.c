// How much is allocated depends on the input in both versions; the new version forgets the terminator.
// The old version's block is larger, and nothing branches on the size.
//@ args: abcd
//@ finds: exit 0 | out-of-bounds-write
#include "patchlight.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t wanted = ((unsigned char)argv[1][0] & 31) + 1, length = strlen(argv[1]);
    char *copy = malloc(wanted + change(5, 0));
    if (wanted >= length)
        memcpy(copy, argv[1], length + 1); //~ new
    free(copy);
    return 0;
}
