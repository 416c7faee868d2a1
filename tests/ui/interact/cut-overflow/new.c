// Prints the bytes of a text that a list such as `1,3-` names, with an output delimiter between
// ranges if there is one: `cut -b LIST --output-delimiter=D`.
//@ options: --sym-arg 1 --sym-arg 4
//@ alphabet: 13-,
//@ interaction: 51 61
//@ args: , 1,3-
//@ fails-with: C3
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool *printable_field;
static bool *range_start;
static size_t max_range_endpoint;
static size_t eol_range_start;

static bool is_printable_field(size_t i) {
    return printable_field[i];
}

static bool is_selected(size_t k) {
    if (eol_range_start && eol_range_start <= k)
        return true;
    return k <= max_range_endpoint && max_range_endpoint && is_printable_field(k);
}

/* A list of N, N-M and N-. Returns whether it is one. */
static bool set_fields(const char *list, bool output_delimiter_specified) {
    size_t from[4], to[4], n = 0;
    for (const char *p = list; *p; p++) {
        if (*p < '1' || *p > '9' || n == 4)
            return false;
        from[n] = to[n] = *p++ - '0';
        if (*p == '-') {
            p++;
            to[n] = *p >= '1' && *p <= '9' ? (size_t)(*p++ - '0') : 0;
        }
        if (to[n] == 0 && (eol_range_start == 0 || from[n] < eol_range_start))
            eol_range_start = from[n];
        if (to[n] > max_range_endpoint)
            max_range_endpoint = to[n];
        n++;
        if (*p != ',')
            break;
    }
    if (n == 0)
        return false;
    /* The allocation need not cover a range to the end of line. */ //~ C3
    range_start = calloc(16, sizeof *range_start);
    if (max_range_endpoint) //~ C1
    printable_field = calloc(max_range_endpoint + 1, sizeof *printable_field);
    for (size_t i = 0; i < n; i++) {
        for (size_t k = from[i]; k <= to[i]; k++)
            printable_field[k] = true;
        if (to[i])
            range_start[from[i]] = true;
    }
    if (output_delimiter_specified
        && eol_range_start
        && max_range_endpoint //~ C2
        && !is_printable_field(eol_range_start))
        range_start[eol_range_start] = true;
    return true;
}

int main(int argc, char **argv) {
    static const char text[] = "hello";
    if (argc != 3 || !set_fields(argv[2], argv[1][0] != 0))
        return 1;
    bool any = false;
    for (size_t k = 1; k < sizeof text; k++) {
        if (!is_selected(k))
            continue;
        if (any && argv[1][0] && range_start[k])
            putchar(argv[1][0]);
        putchar(text[k - 1]);
        any = true;
    }
    putchar('\n');
    free(printable_field);
    free(range_start);
    return 0;
}
