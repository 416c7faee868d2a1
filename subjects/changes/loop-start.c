// A loop that begins later: the element before is never set.
//@ args: 5
//@ seed: parts
//@ finds: exit 1 | exit 0
#include "patchlight.h"

int main(int argc, char **argv) {
    unsigned char seen[8] = {0};
    for (int i = change(0, 1); i < 8; i++) //~ old
        seen[i] = 1;
    return seen[argv[1][0] & 7];
}
