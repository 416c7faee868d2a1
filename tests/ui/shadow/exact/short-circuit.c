// A condition of three parts, the middle one changed.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c > 20) && BR(change(c < 90, c < 80)) && BR((c & 1) == 1))
        return 1;
    return 0;
}
