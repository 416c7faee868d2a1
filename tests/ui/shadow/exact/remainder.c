// A remainder of another divisor.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c % change(7u, 6u) == 2))
        return 1;
    return 0;
}
