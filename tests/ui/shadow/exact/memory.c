// The differing value goes through memory.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned char cells[4] = {1, 2, 3, 4};
    cells[c & 1] = change(c, c + 1);
    if (BR(cells[1] == 'A'))
        return 1;
    if (BR(cells[0] > 200))
        return 2;
    return 0;
}
