// One more round for some inputs.
//@ args: 5
#include "oracle.h"

int main(int argc, char **argv) {
    unsigned char c = argv[1][0];
    int n = (c & 7) + change(0, c >> 7), sum = 0;
    for (int i = 0; BR(i < n); i++)
        sum += i;
    return sum;
}
