#include <stdio.h>

struct totals {
    int sold;
    int returned;
    int counted;
    int sum;
};

static void title(void) {
    puts("Sales");
}

static void sell(struct totals *totals, int price) {
    totals->sold++;
    totals->counted++;
    totals->sum += price;
}

static void take_back(struct totals *totals) {
    totals->returned++;
    totals->counted++;
}

static int average(const struct totals *totals) {
    int n = totals->sold + totals->returned;
    if (n == 0)
        return 0;
    int sum = totals->sum;
    return sum / n;
}

static void print(const struct totals *totals) {
    title();
    printf("sold %d, returned %d\n", totals->sold, totals->returned);
    printf("average %d\n", average(totals));
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
