// A quotient by another divisor.
//@ args: a
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned d = c / change(7u, 6u);
    if (BR(d == 8))
        return 1;
    return 0;
}
