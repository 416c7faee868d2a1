// Only the exit status differs: no branch sees the change.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int status = c & 1;
    if (BR(c > 99))
        status = 2;
    return status + change(0, c == 'k');
}
