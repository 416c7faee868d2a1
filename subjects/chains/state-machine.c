// A small state machine: the new version forgets to leave the state for comments at the end of a
// line. It shows only where a line with a comment is followed by one without.
//@ args: ab#cd
//@ finds: exit 2 | exit 1
#include "patchlight.h"

enum state { CODE, COMMENT };

int main(int argc, char **argv) {
    enum state state = CODE;
    int n_code = 0;
    for (const char *p = argv[1]; *p; p++) {
        if (*p == '#')
            state = COMMENT;
        else if (*p == '\n')
            state = change(CODE, state);
        else if (state == CODE && *p == 'c') //~ old
            n_code++;
    }
    return n_code ? 2 : 1;
}
