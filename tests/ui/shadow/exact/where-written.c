// The same value is written to another place.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned char cells[4] = {0, 0, 0, 0};
    cells[change(c & 3, c >> 2 & 3)] = 1;
    if (BR(cells[1]))
        return 1;
    if (BR(cells[3]))
        return 2;
    return 0;
}
