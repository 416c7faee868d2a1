// Changed initialisers of objects that live as long as the program.
//@ args: 2
//@ finds: exit 1 | exit 0
#include "patchlight.h"

static int limit = PATCHLIGHT_INIT(3, 5);
static const char *const names[] = {"one", PATCHLIGHT_INIT("two", "two")};

int main(int argc, char **argv) {
    int digit = argv[1][0] - '0';
    if (digit > limit && digit < 9) //~ old
        return names[1][0] == 't';
    return 0;
}
