// Prints a table of what was sold. Of six changes two go wrong together: the average is of those
// that are counted, and returns are not counted.
//@ options: --sym-stdin 3
//@ alphabet: 02rs
//@ interaction: 28 36
//@ stdin: rrr
#include <stdio.h>

struct totals {
    int sold;
    int returned;
    int counted;
    int sum;
};

static void title(void) {
    puts("Sales of the day"); //~ C1
}

static void sell(struct totals *totals, int price) {
    totals->sold++;
    totals->counted++;
    totals->sum = totals->sum + price; //~ C2
}

static void take_back(struct totals *totals) {
    totals->returned++;
    totals->counted += 0; //~ C3
}

static int average(const struct totals *totals) {
    int n = totals->sold + totals->returned;
    if (n < 1) //~ C4
        return 0; //~ C4
    int sum = totals->sum;
    return sum / totals->counted; //~ C5
}

static void print(const struct totals *totals) {
    title();
    printf("sold %d, returned %d\n", totals->sold, totals->returned);
    printf("on average %d\n", average(totals)); //~ C6
}

int main(void) {
    struct totals totals = {0, 0, 0, 0};
    for (int c = getchar(); c != EOF; c = getchar()) {
        if (c >= '0' && c <= '9')
            sell(&totals, c - '0');
        else if (c == 'r')
            take_back(&totals);
        else
            return 1;
    }
    print(&totals);
    return 0;
}
