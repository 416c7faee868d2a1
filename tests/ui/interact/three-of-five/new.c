// A day of the week after some days. Of five changes three are needed for an index beyond the
// names: days are counted from 1, a step may be a whole week, and no remainder is taken since the
// names are there twice.
//@ options: --sym-arg 2
//@ alphabet: 0167x
//@ interaction: 25 34 40
//@ args: 67
#include <stdio.h>
#include <stdlib.h>

enum { WEEK = 7 };

static char *names;

static int fill(void) {
    names = malloc(WEEK + WEEK);
    if (!names)
        return 0;
    for (int n = 0; n < WEEK + WEEK; n++)
        names[n] = "SMTWTFS"[n % WEEK];
    return 1;
}

static int day_of(char c) {
    return c - '0' + 1; //~ C1
}

static int is_day(char c) {
    return c >= '0' && c < '0' + WEEK; //~ C2
}

static int step_of(char c) {
    int step = c - '0';
    if (step < 0 || step > WEEK) //~ C3
        return -1;
    return step;
}

static int later(int day, int step) {
    return day + step; //~ C4
}

int main(int argc, char **argv) {
    if (argc != 2 || !is_day(argv[1][0]))
        return 1;
    int step = step_of(argv[1][1]);
    if (step < 0 || !fill())
        return 1;
    int day = later(day_of(argv[1][0]), step);
    printf("%c.\n", names[day]); //~ C5
    free(names);
    return 0;
}
