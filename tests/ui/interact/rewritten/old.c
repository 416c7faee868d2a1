#include <stdio.h>
#include <string.h>

static int base_of(char c) {
    if (c == 'b')
        return 2;
    if (c == 'o')
        return 8;
    return c == 'd' ? 10 : 0;
}

static int digit(char c, int base) {
    int value = c - '0';
    return value >= 0 && value < base ? value : -1;
}

static int convert(const char *text, int base) {
    int number = 0;
    while (*text) {
        int value = digit(*text, base);
        if (value < 0)
            return -1;
        number = number * base + value;
        text++;
    }
    return number;
}

int main(int argc, char **argv) {
    int base = argc == 2 ? base_of(argv[1][0]) : 0;
    if (base == 0) {
        puts("base?");
        return 1;
    }
    int number = convert(argv[1] + 1, base);
    printf(number < 0 ? "not a number\n" : "%d\n", number);
    return 0;
}
