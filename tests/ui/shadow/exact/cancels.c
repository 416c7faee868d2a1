// What differs is taken back before a branch sees it.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = c + change(1, 2);
    d -= change(1, 2);
    if (BR(d > 70))
        return 1;
    return 0;
}
