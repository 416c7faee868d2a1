#include <stdio.h>

struct place {
    int line;
    int column;
};

/* Goes on to an `@`; whether there is one. */
static int find(struct place *place) {
    int c;
    place->line = 1;
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
    printf("line %d, ", place->line);
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
