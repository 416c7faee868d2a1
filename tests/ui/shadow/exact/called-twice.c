// The same branch, called for from two places.
//@ args: 5
#include "oracle.h"

static int class_of(int n) {
    if (BR(n > 120))
        return 3;
    return 1;
}

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int n = change(c, c & 127);
    int sum = class_of(n);
    sum += class_of(n + 20);
    return sum;
}
