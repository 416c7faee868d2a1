// Pattern 1(g): a condition weakened by removing a conjunct.
//@ args: 52
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int a = argv[1][0] == '5', b = argv[1][0] && argv[1][1] == '2';
    if (change(a && b, b)) //~ new
        return 1;
    return 0;
}
