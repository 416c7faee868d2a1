// A shift by another distance.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned d = c << change(1, 2);
    if (BR(d & 64))
        return 1;
    if (BR(d > 256))
        return 2;
    return 0;
}
