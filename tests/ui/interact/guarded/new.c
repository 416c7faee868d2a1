// Steps of a scale: a step may be 0 now, and the division that this would break has a guard now.
//@ options: --sym-arg 2
//@ alphabet: 0139x
//@ interaction: none
#include <stdio.h>

struct scale {
    int size;
    int step;
};

static int read_scale(struct scale *scale, const char *text) {
    if (text[0] < '1' || text[0] > '9')
        return 0;
    scale->size = text[0] - '0';
    if (text[1] < '0' || text[1] > '9') //~ C1
        return 0;
    scale->step = text[1] - '0';
    return 1;
}

static int n_steps(const struct scale *scale) {
    return scale->step == 0 ? 0 : scale->size / scale->step; //~ C2
}

int main(int argc, char **argv) {
    struct scale scale;
    if (argc != 2 || !read_scale(&scale, argv[1])) {
        puts("not a scale");
        return 1;
    }
    int n = n_steps(&scale);
    for (int i = 0; i <= n; i++)
        putchar(i == n ? '|' : '-');
    putchar('\n');
    return 0;
}
