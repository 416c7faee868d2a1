// Pattern 2(b): an assignment is removed.
//@ args: z
//@ finds: exit 0 | division-by-zero
#include "patchlight.h"

int main(int argc, char **argv) {
    int divisor = argv[1][0] - 'a';
    divisor = change(divisor | 1, divisor);
    return 100 / divisor < -50; //~ new
}
