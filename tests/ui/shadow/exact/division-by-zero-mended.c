// Only the old version divides by what may be zero.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c - 'a', c == 'a' ? 1 : c - 'a'); //~ branch only=plain
    CK(d != 0) int q = 1000 / d;
    if (BR(q == 100))
        return 1;
    return 0;
}
