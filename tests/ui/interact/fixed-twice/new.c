// Prints the number of the line that a character is in, which was one too small. It was repaired
// where lines are counted and where the number is printed.
//@ options: --sym-stdin 2
//@ alphabet: a\n@
//@ interaction: 17 32
//@ stdin: @a
#include <stdio.h>

struct place {
    int line;
    int column;
};

/* Goes on to an `@`; whether there is one. */
static int find(struct place *place) {
    int c;
    place->line = 1; //~ C1
    place->column = 1;
    while ((c = getchar()) != EOF) {
        if (c == '@')
            return 1;
        place->column++;
        if (c == '\n') {
            place->line++;
            place->column = 1;
        }
    }
    return 0;
}

static void print(const struct place *place) {
    printf("line %d, ", place->line + 1); //~ C2
    printf("column %d\n", place->column);
}

int main(void) {
    struct place place;
    if (!find(&place)) {
        puts("not found");
        return 1;
    }
    print(&place);
    return 0;
}
