// Folds a text at the width that the environment gives. A width of 0 is taken as it is now, and
// the fold is by remainder.
//@ options: --sym-env WIDTH 2 --sym-arg 2
//@ alphabet: 03ax
//@ interaction: 22 30
//@ args: a
//@ env: WIDTH=0
#include <stdio.h>
#include <stdlib.h>

enum { DEFAULT_WIDTH = 8 };

static int width_of(const char *text) {
    int width = 0;
    if (!text)
        return DEFAULT_WIDTH;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return DEFAULT_WIDTH;
        width = 10 * width + (*text - '0');
    }
    return width; //~ C1
}

static void fold(const char *text, int width) {
    int column = 0;
    for (; *text; text++) {
        putchar(*text);
        column++;
        if (column % width == 0) //~ C2
            putchar('\n'); //~ C2
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    fold(argv[1], width_of(getenv("WIDTH")));
    return 0;
}
