// The new version allocates as many bytes as there are in the largest index, one too few. Only the
// digits say how many that are.
//@ args: 1-3
//@ finds: exit 0 | out-of-bounds-write
#include "patchlight.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    unsigned first = argv[1][0] - '0', last = argv[1][0] ? argv[1][2] - '0' : 0;
    if (first > 9 || last > 9)
        return 2;
    unsigned size = change(first < last ? last : first, last) + 1;
    char *seen = calloc(size, 1);
    seen[first] = 1; //~ new
    seen[last] = 1;
    free(seen);
    return 0;
}
