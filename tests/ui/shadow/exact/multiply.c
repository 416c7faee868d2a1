// A product of another factor.
//@ args: a
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned char d = c * change(3, 5);
    if (BR(d < 32))
        return 1;
    return 0;
}
