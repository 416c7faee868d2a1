// Pattern 5: a variable's type changes. The larger type stays; what is stored is cut to the version's own.
//@ args: 40
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int tens = argv[1][0] & 15, ones = argv[1][0] ? argv[1][1] & 15 : 0;
    long size = change((signed char)(10 * tens + ones), 10 * tens + ones);
    if (size > 120) //~ new
        return 1;
    return 0;
}
