// Both changes affect one division, and its divisor is never 0: with either one, with both, or
// with none.
//@ options: --sym-arg 2
//@ alphabet: 0129
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

struct ratio {
    int of;
    int to;
};

static int read_ratio(struct ratio *ratio, const char *text) {
    for (int n = 0; n < 2; n++)
        if (text[n] < '0' || text[n] > '9')
            return 0;
    ratio->of = text[0] - '0' + 4; //~ C1
    ratio->to = text[1] - '0';
    return 1;
}

static int divisor(const struct ratio *ratio) {
    return abs(2 * ratio->of + ratio->to); //~ C2
}

int main(int argc, char **argv) {
    struct ratio ratio;
    if (argc != 2 || !read_ratio(&ratio, argv[1])) {
        puts("not a ratio");
        return 1;
    }
    printf("%d\n", 120 / divisor(&ratio));
    return 0;
}
