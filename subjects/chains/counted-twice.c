// A separator is counted in another way; two of them, each of which parts the versions, overflow
// the new version's table.
//@ args: a.b.c
//@ finds: exit 0 | out-of-bounds-write
#include "patchlight.h"

int main(int argc, char **argv) {
    int starts[3], n = 0;
    for (int i = 0; argv[1][i]; i++) {
        int is_separator = argv[1][i] == '.';
        if (change(is_separator, is_separator || argv[1][i] == ';')) //~ new
            starts[n++] = i;
        if (n == change(3, 4))
            break;
    }
    return 0;
}
