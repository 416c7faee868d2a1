// The condition at the end of a loop.
//@ args: 1
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int i = 0;
    do {
        i++;
    } while (BR(((c >> i & change(1, 3)) == 1) & (i < 6)));
    return i & 15;
}
