// Takes the first and the last digit of a text. That it aborts if there is none is old; the
// changes are in what it prints otherwise.
//@ options: --sym-arg 3
//@ alphabet: a19
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

static int first_digit(const char *text) {
    for (int n = 0; text[n]; n++) //~ C1
        if (text[n] >= '0' && text[n] <= '9') //~ C1
            return text[n] - '0'; //~ C1
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
    printf("%d and %d\n", first, last); //~ C2
    return 0;
}
