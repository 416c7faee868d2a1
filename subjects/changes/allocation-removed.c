// The new version allocates only if something is asked for, and forgets that it is used anyway.
//@ args: 3
//@ finds: exit 0 | null-dereference
#include "patchlight.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned n = argv[1][0] - '0';
    unsigned char *bits = 0;
    if (n > 9)
        return 2;
    if (change(1, n)) //~ old
        bits = calloc(n + 1, 1);
    return bits[n];
}
