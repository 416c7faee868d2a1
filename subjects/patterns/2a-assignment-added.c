// Pattern 2(a): an assignment is added.
//@ args: 7
//@ finds: exit 7 | exit 9
#include "patchlight.h"

int main(int argc, char **argv) {
    int digit = argv[1][0] - '0', status = 7;
    digit = change(digit, digit & 7);
    if (digit == 0 && argv[1][0] == '8') //~ new
        status = 9;
    return status;
}
