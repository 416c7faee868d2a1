// Names of days: one change reads beyond the table by itself, the other one changes how a weekend
// is written.
//@ options: --sym-arg 2
//@ alphabet: 0167x
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

enum { N_DAYS = 7 };

static char *days;

static int is_day(char c) {
    return c >= '0' && c <= '0' + N_DAYS; //~ C1
}

static void print(char day, int is_weekend) {
    putchar(day);
    if (is_weekend)
        putchar('!'); //~ C2
    putchar('\n');
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    days = malloc(N_DAYS);
    if (!days)
        return 3;
    for (int n = 0; n < N_DAYS; n++)
        days[n] = "SMTWTFS"[n];
    for (const char *p = argv[1]; *p; p++) {
        if (!is_day(*p))
            break;
        int n = *p - '0';
        print(days[n], n == 0 || n == 6);
    }
    free(days);
    return 0;
}
