// Code behind a condition that only the new version has.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int n = c & 15;
    if (BR(change(0, c == '7')))
        n = 3;
    if (BR(n == 3))
        return 1;
    return 0;
}
