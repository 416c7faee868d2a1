// What was changed is reached with an option that the seed does not have.
//@ args: -n 5
//@ finds: exit 0 | exit 4
#include "patchlight.h"

static int limited(int value) {
    if (value > change(9, 8)) //~ new
        return 4;
    return 0;
}

int main(int argc, char **argv) {
    int value = argc > 2 ? argv[2][0] - '0' : 0;
    if (value < 0 || value > 9)
        return 0;
    if (argv[1][0] == '-' && argv[1][1] == 'x')
        return limited(value);
    return 0;
}
