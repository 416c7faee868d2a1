// Two changed values; the second parts beyond a parting at the first, too.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int a = change(c & 15, c & 7), b = change(c >> 4, c >> 5);
    int status = 0;
    if (BR(a > 9))
        status = 1;
    if (BR(b > 9))
        status |= 2;
    return status;
}
