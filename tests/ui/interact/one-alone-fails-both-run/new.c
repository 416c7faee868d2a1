// The average of digits: one change divides by zero by itself if there are none, the other one
// runs always and changes what is printed before it.
//@ options: --sym-arg 2
//@ alphabet: 059x
//@ interaction: none
#include <stdio.h>

struct digits {
    int n;
    int sum;
};

static int add(struct digits *digits, char c) {
    if (c < '0' || c > '9')
        return 0;
    digits->n++;
    digits->sum += c - '0';
    return 1;
}

static int average(const struct digits *digits) {
    int n = digits->n; //~ C2
    return digits->sum / n;
}

int main(int argc, char **argv) {
    struct digits digits = {0, 0};
    if (argc != 2)
        return 2;
    for (const char *p = argv[1]; *p; p++)
        if (!add(&digits, *p))
            return 1;
    printf("n = %d, ", digits.n); //~ C1
    printf("%d\n", average(&digits));
    return 0;
}
