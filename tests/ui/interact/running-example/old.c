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
    for (;;) { // [2]
        if (is_digit(*fs)) { // [3]
            v = *fs - '0'; // [4]
            fs++;
        } else if (*fs == '-') { // [6]
            c = v != 0;
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
