// A differing value decides how deep a recursion goes.
//@ args: 5
#include "oracle.h"

static int depth_of(int n) {
    if (BR(n == 0))
        return 0;
    return 1 + depth_of(n - 1);
}

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    return depth_of((c & 3) + change(0, c >> 7));
}
