// Which fields `cut` is to print: the beginning of a range such as `3-`.
//@ options: --sym-arg 3
//@ alphabet: 0127-,
//@ interaction: 21 25 28
//@ args: 0-
//@ does-not-compile: C2, C3, C2 C3
#include <assert.h>
#include <stdbool.h>
#include <stdio.h>

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    const char *fs = argv[1];
    int v = 0, init = 1;
    bool c;
    bool lhs = false; // [1] //~ C1
    for (;;) { // [2]
        if (is_digit(*fs)) { // [3]
            v = *fs - '0'; // [4]
            lhs = true; // [5] //~ C2
            fs++;
        } else if (*fs == '-') { // [6]
            c = lhs; // [7] //~ C3
            init = c ? v : 1; // [8]
            fs++;
        } else if (*fs == 0) { // [9]
            assert(init != 0); // [10]
            break;
        } else {
            return 1;
        }
    }
    printf("from %d\n", init);
    return 0;
}
