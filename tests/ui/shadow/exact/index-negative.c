// An index below the array in the new version.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    static const unsigned char table[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    int i = (c & 7) - change(0, c == '0');
    CK(i >= 0) int value = table[i];
    if (BR(value > 6))
        return 1;
    return 0;
}
