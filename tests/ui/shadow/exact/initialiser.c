// A changed initialiser of a static object.
//@ args: 5
#include "oracle.h"

static int limit = PATCHLIGHT_INIT(90, 100);

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(c > limit))
        return 1;
    return 0;
}
