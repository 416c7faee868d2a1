// Sums the widths of columns such as `3,,4`. A width that is missing is -1 now, and widths are
// summed without a test.
//@ options: --sym-arg 3
//@ alphabet: 0123,
//@ interaction: 20 38
//@ args: ,
#include <assert.h>
#include <stdio.h>

enum { MAX_COLUMNS = 8 };

static int widths[MAX_COLUMNS];

/* The width of a column, and where the next one begins. */
static const char *read_width(const char *text, int *width) {
    if (*text >= '0' && *text <= '9') {
        *width = *text++ - '0';
        return text;
    }
    *width = -1; //~ C1
    return text;
}

static int read_widths(const char *text) {
    int n = 0;
    while (n < MAX_COLUMNS) {
        text = read_width(text, &widths[n++]);
        if (*text != ',')
            return *text ? -1 : n;
        text++;
    }
    return -1;
}

static int sum_of(int n) {
    int sum = 0;
    for (int column = 0; column < n; column++)
        sum += widths[column]; //~ C2
    return sum;
}

int main(int argc, char **argv) {
    int n = argc == 2 ? read_widths(argv[1]) : -1;
    if (n < 0)
        return 1;
    int sum = sum_of(n);
    assert(sum >= 0);
    printf("%d columns, %d wide\n", n, sum);
    return 0;
}
