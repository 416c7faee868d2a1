// Moves a point by one letter: the changed statements of two directions would break together, but
// a run has one direction.
//@ options: --sym-arg 1
//@ alphabet: nsewx
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 5 };

struct point {
    int x;
    int y;
};

static int move(struct point *point, char direction) {
    switch (direction) {
    case 'n':
        point->y -= 2; //~ C1
        return 1;
    case 's':
        point->y += 1;
        return 1;
    case 'e':
        point->x += 2; //~ C2
        return 1;
    case 'w':
        point->x -= 1;
        return 1;
    default:
        return 0;
    }
}

int main(int argc, char **argv) {
    struct point point = {2, 2};
    if (argc != 2 || !move(&point, argv[1][0]))
        return 1;
    char *row = malloc(SIZE + 3);
    if (!row)
        return 3;
    memset(row, '.', SIZE + 3);
    int distance = abs(point.x - 2) + abs(point.y - 2);
    row[3 * distance] = '#';
    printf("%.*s %d\n", SIZE, row, distance);
    free(row);
    return 0;
}
