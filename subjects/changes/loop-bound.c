// A changed loop bound: one more round, over an array that has no room for it.
//@ args: 3
//@ finds: exit 0 | out-of-bounds-write
#include "patchlight.h"

int main(int argc, char **argv) {
    char filled[9];
    int n = argv[1][0] - '0';
    if (n < 0 || n > 9)
        return 2;
    for (int i = 0; i < change(n, n + (n == 9)); i++) //~ new
        filled[i] = 'x';
    return 0;
}
