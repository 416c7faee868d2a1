// Pattern 1(a): the right-hand side of an assignment.
//@ args: 3
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int y = argv[1][0] & 15;
    int x = y + change(1, 2);
    if (x > 10) //~ new
        return 1;
    return 0;
}
