// The same byte, taken as signed by the new version.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int value = change((int)c, (int)(signed char)c);
    if (BR(value < 10))
        return 1;
    return 0;
}
