// Marks the cell of a grid. The margin is wider, cells are wider, and there is a fourth column:
// the row holds any two of these.
//@ options: --sym-arg 2
//@ alphabet: 0123x
//@ interaction: 15 19 23
//@ args: 3
#include <stdio.h>
#include <string.h>

enum { ROW = 9 };

static char row[ROW];

static int margin(void) {
    return 3; //~ C1
}

static int position(int column) {
    return margin() + 2 * column; //~ C2
}

static int columns(void) {
    return 4; //~ C3
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
