// Predicates by a table, their names without the dash.
//@ args: .
#include <stdio.h>
#include <string.h>

static const char *const predicates[] = { "empty", "newer", "quit", "size" };

int main(int argc, char **argv)
{
    for (int i = 2; i < argc; i++) {
        const char *name = argv[i][0] == '-' ? argv[i] + 1 : "";
        size_t n = 0;
        while (n < 4 && strcmp(predicates[n], name) != 0)
            n++;
        if (n == 4) {
            puts("unknown predicate"); //~ reached
            return 1;
        }
        if (n == 3 && i + 1 < argc) {
            puts("with a size"); //~ reached
            i++;
        } else if (n == 2) {
            puts("quits"); //~ reached
        }
    }
    return 0;
}
