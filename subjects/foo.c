// The example of the paper on shadow symbolic execution for Java: the argument is a sign and a digit.
// The patch mends x = -1 and breaks every x below.
//@ args: -1
//@ seed: differs
//@ options: --paper
//@ paths: 2
//@ finds: signal 6 | exit 1
//@ finds: exit 0 | signal 6
#include "patchlight.h"
#include <assert.h>

static int foo(int x) {
    int y;
    if (x < 0)
        y = -x;
    else
        y = 2 * x;
    y = change(y, -y);
    if (y > 1) //~ old
        return 0;
    assert(y > -2);
    assert(y != 1); //~ new
    return 1;
}

int main(int argc, char **argv) {
    int x = argv[1][1] & 15;
    return foo(argv[1][0] == '-' ? -x : x);
}
