// Pattern 1(b): an argument of a call.
//@ args: abc
//@ finds: exit 3 | exit 4
#include "patchlight.h"
#include <string.h>

static int class_of(int weight) {
    if (weight >= 120) //~ new
        return 4;
    return 3;
}

int main(int argc, char **argv) {
    return class_of(change(0, argv[1][0] == '?' ? 100 : 0) + 10 * (int)strlen(argv[1]));
}
