// A branch in a function that is called with a differing argument.
//@ args: 5
#include "oracle.h"

static int is_large(int n) {
    if (BR(n > 200))
        return 1;
    if (BR(n == 60))
        return 1;
    return 0;
}

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(is_large(c + change(0, 2))))
        return 1;
    return 0;
}
