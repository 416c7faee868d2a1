// A pointer to another object.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned char first = c, second = c / 2;
    unsigned char *p = change(&first, &second);
    if (BR(*p > 60))
        return 1;
    return 0;
}
