// Pattern 2(d): code behind a condition is removed: a check that kept the index within bounds.
//@ args: 2
//@ finds: exit 2 | out-of-bounds-read
#include "patchlight.h"
#include <stdbool.h>

static const unsigned char names[10] = {5, 6, 7, 8, 9, 5, 6, 7, 8, 9};

int main(int argc, char **argv) {
    unsigned char i = argv[1][0] - '0';
    if (change(i >= 10, false)) //~ old
        return 2;
    return names[i] / 5;
}
