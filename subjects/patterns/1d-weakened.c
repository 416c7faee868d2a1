// Pattern 1(d): a condition weakened by a further alternative.
//@ args: x
//@ finds: exit 0 | exit 1
#include "patchlight.h"
#include <stdbool.h>

int main(int argc, char **argv) {
    int c = argv[1][0];
    if (c == '\n' || change(false, c == '\r')) //~ new
        return 1;
    return 0;
}
