// Nothing but a written byte differs: no branch sees it.
//@ args: ab
//@ finds: exit 0 | exit 0
#include "patchlight.h"
#include <stdio.h>

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    c = change(c | 32, c ^ ((c == 'Q') << 3) | 32);
    putchar(c);
    return 0;
}
