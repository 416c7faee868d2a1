// Pattern 1(c): a condition.
//@ args: 5
//@ finds: exit 1 | exit 0
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int c = argv[1][0];
    if (change(c == '0', c == 'O')) //~ new old
        return 1;
    return 0;
}
