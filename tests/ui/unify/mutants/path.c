// A walk over a small map: the input is the way that is taken again and again.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define WIDTH 5
#define WALL 2

struct walker {
    int x;
    int y;
    int steps;
};

static int cell(int x, int y) {
    return y * WIDTH + x;
}

static int is_inside(int x, int y) {
    return x >= 0 && x < WIDTH && y >= 0 && y < 3;
}

static int move(struct walker *walker, const char *map, int dx, int dy) {
    int x = walker->x + dx;
    int y = walker->y + dy;
    if (!is_inside(x, y))
        return 0;
    if (map[cell(x, y)] == WALL)
        return 0;
    walker->x = x;
    walker->y = y;
    walker->steps++;
    return 1;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    char *map = calloc(WIDTH * 3, 1);
    map[cell(3, 1)] = WALL;
    struct walker walker = {.x = 1, .y = 1};
    int dx = 0;
    int dy = 0;
    switch (argv[1][0]) {
    case 'l':
        dx = -1;
        break;
    case 'r':
        dx = 1;
        break;
    case 'd':
        dy = 1;
        break;
    case 'u':
        dy = -1;
        break;
    default:
        puts("nowhere");
        free(map);
        return 3;
    }
    for (int n = 0; n < 4; n++) {
        if (!move(&walker, map, dx, dy))
            break;
    }
    assert(is_inside(walker.x, walker.y));
    printf("at %d,%d after %d\n", walker.x, walker.y, walker.steps);
    if (walker.steps == 0)
        puts("stuck");
    free(map);
    return walker.steps > 1;
}
