// The price of so many pieces: the price and the postage change, and each changes the sum.
//@ options: --sym-arg 2
//@ alphabet: 013x
//@ interaction: none
#include <stdio.h>

enum { NO_NUMBER = -1 };

static int number(const char *text) {
    int n = 0;
    if (!*text)
        return NO_NUMBER;
    for (; *text; text++) {
        if (*text < '0' || *text > '9')
            return NO_NUMBER;
        n = 10 * n + (*text - '0');
    }
    return n;
}

static int price(int pieces) {
    return 3 * pieces; //~ C1
}

static int postage(int pieces) {
    if (pieces == 0)
        return 0;
    return pieces > 20 ? 1 : 7; //~ C2
}

int main(int argc, char **argv) {
    int pieces = argc == 2 ? number(argv[1]) : NO_NUMBER;
    if (pieces == NO_NUMBER)
        return 1;
    int sum = price(pieces);
    sum += postage(pieces);
    printf("%d\n", sum);
    return 0;
}
