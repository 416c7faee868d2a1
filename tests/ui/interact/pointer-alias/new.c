// Shares a total between as many as a limit says. The limit is the current one now instead of the
// default, and `u` (unlimited) is 0 instead of a large number.
//@ options: --sym-arg 3
//@ alphabet: ul5t
//@ interaction: 24 28
//@ args: ut
#include <stdio.h>

struct settings {
    int max;
    int total;
};

static struct settings defaults = {10, 100};
static struct settings current = {10, 100};

static int share(const int *limit) {
    return current.total / *limit;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    const int *limit = &current.max; //~ C1
    for (const char *p = argv[1]; *p; p++) {
        switch (*p) {
        case 'u':
            current.max = 0; //~ C2
            break;
        case 'l':
            current.max = defaults.max;
            break;
        case 't':
            printf("%d\n", share(limit));
            break;
        default:
            if (*p < '1' || *p > '9')
                return 1;
            current.total = 100 * (*p - '0');
        }
    }
    puts(current.max > 100 || current.max == 0 ? "unlimited" : "limited");
    return 0;
}
