// A changed message, which is of another length. The versions run together beyond it: what differs
// afterwards is found as well.
//@ args: 5
//@ seed: differs
//@ finds: exit 5 | exit 5
//@ finds: exit 0 | exit 9
#include "patchlight.h"
#include <stdio.h>

int main(int argc, char **argv) {
    puts(change("invalid list", "invalid decreasing range"));
    int digit = argv[1][0] - '0';
    if (digit > change(8, 9)) //~ old
        return 0;
    return digit & 15;
}
