// Only the new version divides by what may be zero.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change((c & 7) | 1, c & 7);
    CK(d != 0) int q = 100 / d;
    if (BR(q > 30))
        return 1;
    return 0;
}
