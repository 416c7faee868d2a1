// A parting within a branch that both take.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int d = change(c + 1, c + 2);
    if (BR(c > 40)) {
        if (BR(d > 60))
            return 2;
        return 1;
    }
    return 0;
}
