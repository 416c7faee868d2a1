// The example of the paper on shadow symbolic execution: the argument is x, eight hexadecimal
// digits. The old version takes the branch alone only where x - 1 or x + 1 wraps around.
//@ args: 00000000
//@ args: 00000009
//@ args: 0000000f
//@ finds: exit 1 | out-of-bounds-write
//@ finds: exit 0 | exit 1
#include "patchlight.h"

char arr[4];

/* One branch a digit: seeds with other digits of the same length take the same way. */
static unsigned from_hex(const char *digits) {
    unsigned value = 0;
    for (; *digits; digits++) {
        unsigned decimal = *digits - '0', letter = *digits - 'a';
        if (!((decimal <= 9) | (letter <= 5)))
            return 0;
        value = value << 4 | (*digits & 15) + 9 * (*digits >> 6);
    }
    return value;
}

int main(int argc, char **argv) {
    int x = (int)from_hex(argv[1]);
    int y = (int)change((unsigned)x - 1, (unsigned)x + 1);
    if (y > 7) { //~ new old
        int z = x - 8;
        if (z < 4)
            arr[z] = 'A';
        return 0;
    }
    return 1;
}
