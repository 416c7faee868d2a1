// The list of ranges of a `cut`-like tool, and the patch of the paper's Figure 8 in six annotations:
// ranges such as 2-0 are to be an error, and a zero that was written is told from none. The new version
// then marks the start of a range at 0, for which the table of starts has no place; and 0- prints nothing.
// The first argument is the list, the second the delimiter that is written between ranges.
//@ args: 1-2,2- :
//@ finds: exit 0 | signal 6
//@ finds: exit 0 | exit 1
//@ finds: exit 0 | exit 0
//@ finds: exit 1 | exit 1
//@ args: 2 :
//@ finds: exit 0 | signal 6
//@ options: --concolic-budget 2s --bounded-budget 0.5s
//@ stdin: abcdefgh\n
#include "patchlight.h"
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#define N_POSITIONS 100
#define N_STARTS 8

static bool printable_field[N_POSITIONS];
/* The smallest start of a range that has no end; 0: there is none. */
static size_t eol_range_start;

/* Where ranges start, by a hash of the position. An empty place holds 0. */
static size_t range_starts[N_STARTS];

static void fatal(const char *message) {
    fprintf(stderr, "cut: %s\n", message);
    exit(1);
}

static void mark_range_start(size_t position) {
    if (position == 0)
        abort();
    size_t at = position % N_STARTS;
    for (size_t n = 0; n < N_STARTS && range_starts[at]; n++)
        at = (at + 1) % N_STARTS;
    range_starts[at] = position;
}

static bool is_range_start(size_t position) {
    for (size_t n = 0; n < N_STARTS; n++)
        if (range_starts[n] == position)
            return true;
    return false;
}

static void add_range(size_t low, size_t high) {
    if (high >= N_POSITIONS)
        fatal("position too large");
    for (size_t i = low; i <= high; i++)
        printable_field[i] = true;
    mark_range_start(low);
}

static void set_fields(const char *list) {
    size_t initial = 1, value = 0;
    bool dash_found = false, lhs_specified = false, rhs_specified = false;
    for (;; list++) {
        if (*list == '-') {
            if (dash_found)
                fatal("invalid byte or field list");
            dash_found = true;
            initial = change(value, lhs_specified) ? value : 1;
            value = change(value, true) ? 0 : value;
        } else if (*list == ',' || *list == ' ' || *list == '\0') {
            if (dash_found) {
                dash_found = false;
                if (change(false, !lhs_specified && !rhs_specified))
                    fatal("invalid range with no endpoint: -");
                if (change(value == 0, !rhs_specified)) {
                    if (eol_range_start == 0 || initial < eol_range_start)
                        eol_range_start = initial;
                } else {
                    if (value < initial)
                        fatal(change("invalid byte or field list", "invalid decreasing range"));
                    add_range(initial, value);
                }
                value = 0;
            } else if (change(value != 0, true)) {
                add_range(value, value);
                value = 0;
            }
            if (*list == '\0')
                break;
            lhs_specified = rhs_specified = false;
        } else if (*list >= '0' && *list <= '9') {
            if (dash_found)
                rhs_specified = true;
            else
                lhs_specified = true;
            value = 10 * value + (*list - '0');
        } else {
            fatal("invalid byte or field list");
        }
    }
    if (eol_range_start)
        mark_range_start(eol_range_start);
}

static bool is_printed(size_t i) {
    return (eol_range_start && i >= eol_range_start) || (i < N_POSITIONS && printable_field[i]);
}

static void cut_line(const char *delimiter) {
    bool first = true;
    int c;
    for (size_t i = 1; (c = getchar()) != EOF && c != '\n'; i++) {
        if (!is_printed(i))
            continue;
        if (!first && is_range_start(i))
            fputs(delimiter, stdout);
        putchar(c);
        first = false;
    }
    putchar('\n');
}

int main(int argc, char **argv) {
    set_fields(argv[1]);
    cut_line(argc > 2 ? argv[2] : "");
    return 0;
}
