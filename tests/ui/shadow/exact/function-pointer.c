// Another function is called through a pointer in some cases.
//@ args: 5
#include "oracle.h"

static int same(int c) { return c; }
static int next(int c) { return c + 1; }

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int (*const choice)(int) = change(same, c == 'q' ? next : same);
    if (BR(choice(c) == 'r'))
        return 1;
    return 0;
}
