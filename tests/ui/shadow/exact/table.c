// A lookup in another table.
//@ args: 3
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    static const unsigned char small[8] = {0, 1, 2, 3, 4, 5, 6, 7}, other[8] = {0, 1, 2, 3, 5, 4, 7, 6};
    if (BR(change(small, other)[c & 7] > 4))
        return 1;
    return 0;
}
