// Two ways to write the same.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    unsigned d = change(c * 2u, (unsigned)c + c);
    if (BR(d > 100))
        return 1;
    if (BR((c ^ change(0, 0)) == 33))
        return 2;
    return 0;
}
