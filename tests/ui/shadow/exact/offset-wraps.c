// A sum that wraps in one version only.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned char d = c + change(1, 3);
    if (BR(d > 100))
        return 1;
    return 0;
}
