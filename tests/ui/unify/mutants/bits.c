// Flags are taken from the bits of the input, and steps are made for those that are set.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define VERBOSE 1
#define QUIET 2
#define HAS(flags, flag) (((flags) & (flag)) != 0)

struct steps {
    int *done;
    int room;
    int used;
};

static int lowest(int flags) {
    return flags & 7;
}

static void step(struct steps *steps, int number) {
    if (steps->used == steps->room)
        return;
    steps->done[steps->used] = number;
    steps->used++;
}

static int sum(const struct steps *steps) {
    int result = 0;
    for (int n = 0; n < steps->used; n++)
        result += steps->done[n];
    return result;
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    int flags = lowest(argv[1][0]);
    if (HAS(flags, VERBOSE) && HAS(flags, QUIET)) {
        puts("verbose or quiet?");
        return 1;
    }
    struct steps steps = {.room = 3};
    steps.done = calloc(steps.room, sizeof(int));
    int level = 1;
    if (HAS(flags, VERBOSE))
        level = 3;
    if (HAS(flags, QUIET))
        level = 0;
    for (int n = 0; n < level + 1; n++)
        step(&steps, n * 2 + 1);
    assert(steps.used <= steps.room);
    if (flags > 3) {
        step(&steps, 20);
        level++;
    }
    if (level > 0)
        printf("sum %d\n", sum(&steps));
    if (level > 2)
        puts("done");
    free(steps.done);
    return level;
}
