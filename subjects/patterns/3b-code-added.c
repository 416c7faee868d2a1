// Pattern 3(b): straight-line code is added.
//@ args: qq
//@ seed: parts-annotated
//@ finds: exit 3 | exit 0
#include "patchlight.h"
#include <stdbool.h>

static int count;

int main(int argc, char **argv) {
    if (argv[1][0] == '#')
        count = 3;
    if (change(false, true)) //~ new only=annotated
        count &= 4;
    return count;
}
