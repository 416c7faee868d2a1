// A write that leaves a local array.
//@ args: 1
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    char room[4] = {0};
    unsigned i = c & change(3, 7);
    CK(i < 4) room[i] = 1;
    if (BR(room[2]))
        return 1;
    return 0;
}
