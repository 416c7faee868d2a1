// A value is cut to eight bits in one version.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c * 2, (unsigned char)(c * 2));
    if (BR(d > 180))
        return 1;
    return 0;
}
