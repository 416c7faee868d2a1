#include <stdio.h>
#include <string.h>

enum { ROW = 9 };

static char row[ROW];

static int margin(void) {
    return 1;
}

static int position(int column) {
    return margin() + column;
}

static int columns(void) {
    return 3;
}

static int mark(char c) {
    int column = c - '0';
    if (column < 0 || column >= columns())
        return 0;
    row[position(column)] = '#';
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    memset(row, '.', ROW);
    for (const char *p = argv[1]; *p; p++)
        if (!mark(*p))
            return 1;
    printf("%.*s\n", ROW, row);
    return 0;
}
