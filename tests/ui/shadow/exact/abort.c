// An assertion that only the new version fails.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int n = (c & 15) - change(0, c == 'p');
    if (BR(n < 0))
        abort();
    return n;
}
