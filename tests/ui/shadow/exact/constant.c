// A changed constant that is compared with.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c > change('8', '6')))
        return 1;
    return 0;
}
