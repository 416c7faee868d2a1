// The condition under which a loop is left early.
//@ args: ?
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int i = 0;
    while (BR(i < 6)) {
        if (BR((c >> i & 3) == change(0, 2)))
            break;
        i++;
    }
    return i;
}
