// A jump by a differing value.
//@ args: 8
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int n = change(c & 3, c >> 1 & 3), status = 0;
    if (BR(n == 0))
        status = 1;
    else if (BR(n == 1))
        status = 2;
    else if (BR(n == 2))
        status = 3;
    return status;
}
