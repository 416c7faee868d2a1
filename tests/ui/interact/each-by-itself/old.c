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
    return 2 * pieces;
}

static int postage(int pieces) {
    if (pieces == 0)
        return 0;
    return pieces > 10 ? 0 : 5;
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
