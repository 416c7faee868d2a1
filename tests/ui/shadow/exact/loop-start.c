// A loop that begins later for some inputs.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int rounds = 0;
    for (int i = change(0, c == 'x'); BR(i < 3); i++)
        rounds++;
    return rounds;
}
