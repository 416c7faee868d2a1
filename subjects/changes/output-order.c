// The same lines in another order, for one kind of input.
//@ args: a
//@ finds: exit 0 | exit 0
#include "patchlight.h"
#include <stdio.h>

int main(int argc, char **argv) {
    int sorted = argv[1][0] == '>';
    if (change(1, !sorted)) //~ old only=annotated
        puts("first");
    puts("second");
    if (change(0, sorted)) //~ new
        puts("first");
    return 0;
}
