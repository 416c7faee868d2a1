// Two changed values in a row: the status is new only where the versions part at both.
//@ args: 11
//@ finds: exit 0 | exit 3
#include "patchlight.h"

int main(int argc, char **argv) {
    int tens = argv[1][0] - '0', ones = argv[1][0] ? argv[1][1] - '0' : 0, status = 0;
    if (tens > change(8, 6)) //~ new
        status |= 1;
    if (ones > change(8, 6)) //~ new
        status |= 2;
    if (status == 3)
        return 3;
    return 0;
}
