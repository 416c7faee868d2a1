// Pattern 3(a): straight-line code is removed. Every run of the old version goes by it.
//@ args: qq
//@ seed: parts-annotated
//@ finds: exit 0 | exit 4
#include "patchlight.h"
#include <stdbool.h>

static int count;

int main(int argc, char **argv) {
    if (argv[1][0] == '#')
        count = 4;
    if (change(true, false)) //~ old only=annotated
        count = 0;
    return count;
}
