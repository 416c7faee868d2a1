// Pattern 1(e): a condition strengthened by a further conjunct.
//@ args: 5
//@ finds: exit 1 | exit 0
#include "patchlight.h"
#include <stdbool.h>

int main(int argc, char **argv) {
    int c = argv[1][0];
    if (c >= '0' && change(true, c <= '9')) //~ old
        return 1;
    return 0;
}
