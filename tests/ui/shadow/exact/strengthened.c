// A further conjunct.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c >= '0') && BR(change(1, c <= '9')))
        return 1;
    return 0;
}
