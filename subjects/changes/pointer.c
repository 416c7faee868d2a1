// A pointer is changed: the new version reads from another table, which is shorter.
//@ args: 3
//@ finds: exit 7 | out-of-bounds-read
//@ finds: exit 9 | exit 1
#include "patchlight.h"

static const unsigned char long_table[10] = {9, 9, 9, 3, 7, 7, 7, 7, 7, 7}, short_table[5] = {1, 1, 1, 3, 1};

int main(int argc, char **argv) {
    const unsigned char *table = change(long_table, short_table);
    unsigned i = argv[1][0] - '0';
    if (i >= 10)
        return 0;
    return table[i]; //~ new
}
