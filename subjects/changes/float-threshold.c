// A changed floating-point constant that decides where an integer is large.
//@ args: 5
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int limit = (int)(10 * change(0.85, 0.7)), digit = argv[1][0] - '0';
    if (digit > 9)
        return 2;
    if (digit > limit) //~ new
        return 1;
    return 0;
}
