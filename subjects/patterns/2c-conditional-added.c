// Pattern 2(c): code behind a condition is added. The versions evaluate nothing that differs
// before; the condition belongs to the new version alone.
//@ args: ab
//@ finds: exit 0 | exit 2
#include "patchlight.h"
#include <stdbool.h>

int main(int argc, char **argv) {
    if (change(false, argv[1][0] == '-')) //~ new
        return 2;
    return 0;
}
