// The list of ranges of a `cut`-like tool, and the patch of the paper's Figure 7 in three annotations:
// nothing is to be allocated where only open ranges are given. The old version makes the table large
// enough for the start of the open range, the new one does not, and looks it up there all the same.
// The first argument is the list, the second the delimiter that is written between ranges.
//@ args: 1-5,4- :
//@ args: 2-3,3- :
//@ options: --concolic-budget 2s --bounded-budget 0.5s
//@ stdin: abcdefg\n
//@ finds: exit 0 | out-of-bounds-read
#include "patchlight.h"
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
    size_t low, high;
};

static struct range ranges[8];
static size_t n_ranges;

/* The largest end of a closed range, and the smallest start of one that has no end (0: none). */
static size_t max_range_endpoint, eol_range_start;

/* One bit a position: is it printed? */
static unsigned char *printable_field;

/* Positions at which a range starts, where that matters to the delimiter. */
static size_t range_starts[8];
static size_t n_starts;

static void usage(const char *message) {
    fprintf(stderr, "cut: %s\n", message);
    exit(1);
}

static bool is_printable_field(size_t i) {
    return printable_field[i / CHAR_BIT] >> i % CHAR_BIT & 1;
}

static void mark_printable_field(size_t i) {
    printable_field[i / CHAR_BIT] |= 1 << i % CHAR_BIT;
}

static void mark_range_start(size_t i) {
    range_starts[n_starts++ % 8] = i;
}

static bool is_range_start(size_t i) {
    for (size_t n = 0; n < n_starts; n++)
        if (range_starts[n] == i)
            return true;
    return false;
}

static void add_range(size_t low, size_t high) {
    if (n_ranges == 8)
        usage("too many ranges");
    ranges[n_ranges].low = low;
    ranges[n_ranges++].high = high;
}

static void finish_item(bool dash, size_t low, size_t value) {
    if (!dash) {
        if (value == 0)
            usage("fields are numbered from 1");
        low = value;
    } else if (value == 0) {
        if (eol_range_start == 0 || low < eol_range_start)
            eol_range_start = low;
        return;
    } else if (value < low) {
        usage("invalid byte or field list");
    }
    add_range(low, value);
    if (value > max_range_endpoint)
        max_range_endpoint = value;
}

static void parse_list(const char *list) {
    size_t value = 0, low = 1;
    bool dash = false;
    for (;; list++) {
        if (*list >= '0' && *list <= '9') {
            value = 10 * value + (*list - '0');
        } else if (*list == '-' && !dash) {
            dash = true;
            low = value ? value : 1;
            value = 0;
        } else if (*list == ',' || *list == '\0') {
            finish_item(dash, low, value);
            if (*list == '\0')
                break;
            dash = false;
            value = 0;
        } else {
            usage("invalid byte or field list");
        }
    }
}

static void set_fields(const char *list, bool output_delimiter_specified) {
    parse_list(list);
    if (change(max_range_endpoint < eol_range_start, false)) //~ old
        max_range_endpoint = eol_range_start;
    if (change(true, max_range_endpoint))
        printable_field = calloc(max_range_endpoint / CHAR_BIT + 1, 1);
    for (size_t n = 0; n < n_ranges; n++) {
        for (size_t i = ranges[n].low; i <= ranges[n].high; i++)
            mark_printable_field(i);
        mark_range_start(ranges[n].low);
    }
    if (output_delimiter_specified && eol_range_start
        && change(true, max_range_endpoint)
        && !is_printable_field(eol_range_start))
        mark_range_start(eol_range_start);
}

static bool is_printed(size_t i) {
    if (eol_range_start && i >= eol_range_start)
        return true;
    return i <= max_range_endpoint && is_printable_field(i);
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
    set_fields(argv[1], argc > 2);
    cut_line(argc > 2 ? argv[2] : "");
    return 0;
}
