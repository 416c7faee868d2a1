// A table whose contents changed: the place of a function among others.
//@ args: 0
//@ finds: exit 30 | exit 20
#include "patchlight.h"

static int ten(void) { return 10; }
static int twenty(void) { return 20; }
static int thirty(void) { return 30; }
static int (*const table[3])(void) = {ten, PATCHLIGHT_INIT(twenty, thirty), PATCHLIGHT_INIT(thirty, twenty)};

int main(int argc, char **argv) {
    unsigned i = argv[1][0] - '0';
    return i < 3 ? table[i]() : 0;
}
