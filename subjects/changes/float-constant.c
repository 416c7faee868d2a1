// A changed floating-point constant.
//@ args: 5
//@ seed: differs
//@ finds: exit 4 | exit 3
#include "patchlight.h"

int main(int argc, char **argv) {
    double price = argv[1][0] - '0';
    return (int)(price * change(0.9, 0.75));
}
