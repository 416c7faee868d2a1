// A changed element of a constant table, which only the exit status shows.
//@ args: 0
#include "oracle.h"

static const int bonus[4] = {0, 1, 2, PATCHLIGHT_INIT(3, 5)};

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int status = bonus[c & 3];
    if (BR(c > 200))
        status += 9;
    return status;
}
