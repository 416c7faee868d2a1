// They differ only where the way does not lead.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c < 16))
        return 1;
    if (BR(change(c, c | 16) > 99))
        return 2;
    return 0;
}
