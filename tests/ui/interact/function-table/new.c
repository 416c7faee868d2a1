// Commands by a table of functions. The table has no entry for `q` any more since the loop ends at
// it, and the loop ends at `.` now since the table has an entry for `q`.
//@ options: --sym-arg 2
//@ alphabet: aiq.
//@ interaction: 30 39
//@ args: q
#include <stdio.h>

static int total;
static int has_ended;

static void increment(void) {
    total++;
}

static void twice(void) {
    total *= 2;
}

static void quit(void) {
    has_ended = 1;
}

static void (*commands[26])(void);

static void set_up(void) {
    for (int n = 0; n < 26; n++)
        commands[n] = increment;
    commands['d' - 'a'] = twice;
    commands['q' - 'a'] = NULL; //~ C1
    commands['x' - 'a'] = quit;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    set_up();
    for (const char *p = argv[1]; *p && !has_ended; p++) {
        if (*p == '.') //~ C2
            break;
        if (*p < 'a' || *p > 'z')
            return 1;
        commands[*p - 'a']();
    }
    printf("%d\n", total);
    return 0;
}
