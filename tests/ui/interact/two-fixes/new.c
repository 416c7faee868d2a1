// Reads a signed number: a plus sign is skipped now, and a number that is too large is the largest
// instead of none.
//@ options: --sym-arg 3
//@ alphabet: +-19x
//@ interaction: none
#include <stdio.h>

enum { LARGEST = 50 };

static int sign(const char **text) {
    if (**text == '-') {
        ++*text;
        return -1;
    }
    if (**text == '+') //~ C1
        ++*text; //~ C1
    return 1;
}

static int magnitude(const char **text) {
    int n = 0;
    while (**text >= '0' && **text <= '9') {
        n = 10 * n + (**text - '0');
        ++*text;
    }
    return n;
}

static int clamp(int n) {
    if (n > LARGEST)
        return LARGEST; //~ C2
    return n;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    const char *text = argv[1];
    int is_negative = sign(&text) < 0;
    int n = clamp(magnitude(&text));
    if (*text) {
        puts("not a number");
        return 1;
    }
    printf("%s%d\n", is_negative ? "-" : "", n);
    return 0;
}
