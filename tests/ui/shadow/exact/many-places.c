// Many branches, each with its own parting.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c, c + (c >> 7)), n = 0;
    for (int i = 0; BR(i < 4); i++) {
        if (BR(d > 60 * i + 20))
            n++;
    }
    return n;
}
