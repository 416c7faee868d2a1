// Two branches on one differing value.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c, c ^ 1);
    int status = 0;
    if (BR(d > '7'))
        status += 1;
    if (BR(d == '3'))
        status += 2;
    return status;
}
