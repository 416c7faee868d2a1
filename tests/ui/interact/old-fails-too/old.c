#include <stdio.h>
#include <stdlib.h>

static int first_digit(const char *text) {
    for (; *text; text++)
        if (*text >= '0' && *text <= '9')
            return *text - '0';
    return -1;
}

static int last_digit(const char *text) {
    int digit = -1;
    for (; *text; text++)
        if (*text >= '0' && *text <= '9')
            digit = *text - '0';
    return digit;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    int first = first_digit(argv[1]);
    int last = last_digit(argv[1]);
    if (first < 0 || last < 0)
        abort();
    printf("%d\n", 10 * first + last);
    return 0;
}
