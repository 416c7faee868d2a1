// A member of a structure that is copied.
//@ args: 3
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    struct pair { int low, high; } a = {c & 15, c >> 4}, b;
    a.high = change(a.high, a.low);
    b = a;
    if (BR(b.high > 10))
        return 1;
    if (BR(b.low == b.high))
        return 2;
    return 0;
}
