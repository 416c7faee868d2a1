// A further alternative.
//@ args: x
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c == 10) || BR(change(0, c == 13)))
        return 1;
    return 0;
}
