// The versions return from different places, and go on together in the caller.
//@ args: 5
#include "oracle.h"

static int kind_of(int c) {
    if (BR(c < change(32, 48)))
        return 1;
    if (BR(c > 126))
        return 2;
    return 0;
}

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int kind = kind_of(c);
    if (BR(c > 250))
        return 9;
    return kind;
}
