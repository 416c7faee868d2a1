// Pattern 1(f): a condition strengthened by removing an alternative. No parting where both hold.
//@ args: 52
//@ finds: exit 1 | exit 0
#include "patchlight.h"

int main(int argc, char **argv) {
    int a = argv[1][0] == '5', b = argv[1][0] && argv[1][1] == '2';
    if (change(a || b, b)) //~ old
        return 1;
    return 0;
}
