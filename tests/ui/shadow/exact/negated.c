// What is compared is that a condition does not hold.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    if (BR(change(c > 100, c > 90) == 0))
        return 1;
    return 0;
}
