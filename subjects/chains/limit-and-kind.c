// A limit and the kind to which it applies were changed at once: both have to be hit.
//@ args: k3
//@ finds: exit 0 | division-by-zero
#include "patchlight.h"

int main(int argc, char **argv) {
    int kind = argv[1][0], value = kind ? argv[1][1] - '0' : 0, divisor = 2;
    if (kind == change('m', 'n')) //~ new
        divisor--;
    if (value >= change(9, 7) && value <= 9) //~ new
        divisor--;
    if (kind == 'm')
        return 0;
    return 10 / divisor < 5; //~ new
}
