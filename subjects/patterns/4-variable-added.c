// Pattern 4: a variable that only the new version uses is there in both.
//@ args: a=b
//@ finds: exit 0 | exit 1
#include "patchlight.h"

int main(int argc, char **argv) {
    int n_equals = 0;
    for (const char *p = argv[1]; *p; p++)
        n_equals = change(n_equals, n_equals + (*p == '='));
    if (change(0, n_equals > 1)) //~ new
        return 1;
    return 0;
}
