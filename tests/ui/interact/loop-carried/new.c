// Expands macros onto a stack: a letter is pushed, `*` repeats. A capital is two entries now, and
// `*` repeats all that is there instead of the last.
//@ options: --sym-arg 4
//@ alphabet: aB*.
//@ interaction: 23 28
//@ args: B***
#include <ctype.h>
#include <stdio.h>

enum { MAX_DEPTH = 8 };

static char stack[MAX_DEPTH];

static int push(int depth, char c) {
    stack[depth] = c;
    return depth + 1;
}

static int expand(const char *text) {
    int depth = 0;
    for (; *text; text++) {
        if (*text == '*') {
            int from = 0; //~ C1
            int to = depth;
            for (int n = from; n < to; n++)
                depth = push(depth, stack[n]);
        } else if (isupper((unsigned char)*text)) {
            depth = push(push(depth, *text), tolower((unsigned char)*text)); //~ C2
        } else if (islower((unsigned char)*text)) {
            depth = push(depth, *text);
        } else {
            return -1;
        }
    }
    return depth;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    int depth = expand(argv[1]);
    if (depth < 0)
        return 1;
    printf("%.*s\n", depth, stack);
    return 0;
}
