// The differing value matters on the other side of a branch only.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c, c + 4);
    if (BR(c > 90)) {
        if (BR(d > 100))
            return 2;
        return 1;
    }
    return 0;
}
