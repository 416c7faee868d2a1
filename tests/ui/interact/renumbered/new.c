// Words in a text by a state machine whose states have other numbers now, everywhere.
//@ options: --sym-arg 3
//@ alphabet: a "
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

static int start(void) {
    return 2; //~ C1
}

static int in_word(void) {
    return 0; //~ C2
}

static int in_quotes(void) {
    return 1; //~ C3
}

static int next(int state, char c) {
    if (state == in_quotes())
        return c == '"' ? start() : in_quotes();
    if (c == '"')
        return in_quotes();
    return c == ' ' ? start() : in_word();
}

static int is_begin(int before, int after) {
    return before == start() && after != start();
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    int state = start(), words = 0;
    for (const char *p = argv[1]; *p; p++) {
        int after = next(state, *p);
        words += is_begin(state, after);
        state = after;
    }
    if (state == in_quotes()) {
        puts("a quote is missing");
        return 1;
    }
    printf("%d\n", words);
    return 0;
}
