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
    return width ? width : DEFAULT_WIDTH;
}

static void fold(const char *text, int width) {
    int column = 0;
    for (; *text; text++) {
        putchar(*text);
        column++;
        if (column == width) {
            putchar('\n');
            column = 0;
        }
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    fold(argv[1], width_of(getenv("WIDTH")));
    return 0;
}
