// A condition is replaced.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(change(c == '0', c == 'O')))
        return 1;
    return 0;
}
