// A changed element of a constant table, on which a branch depends.
//@ args: 0
#include "oracle.h"

static const unsigned char limits[4] = {10, 20, PATCHLIGHT_INIT(30, 90), 40};

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c > limits[c & 3]))
        return 1;
    return 0;
}
