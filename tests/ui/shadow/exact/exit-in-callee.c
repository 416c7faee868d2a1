// One version leaves the program from within a call.
//@ args: 5
#include "oracle.h"

static void must_be_small(int n) {
    if (BR(n > 120))
        exit(3);
}

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    must_be_small(c - change(0, 5));
    if (BR(c == 77))
        return 1;
    return 0;
}
