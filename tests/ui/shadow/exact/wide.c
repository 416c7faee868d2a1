// A sum of 64 bits.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned long long d = 0xffffffffffffff00ull + c + change(0, 100);
    if (BR(d < 1000))
        return 1;
    return 0;
}
