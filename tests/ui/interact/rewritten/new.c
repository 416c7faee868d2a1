// Converts digits to a number in base 2, 8 or 10. Six statements are written in another way or say
// it in other words; none of them is wrong.
//@ options: --sym-arg 3
//@ alphabet: bod17
//@ interaction: none
#include <stdio.h>
#include <string.h>

static int base_of(char c) {
    static const char letters[] = "bod"; //~ C1
    static const int bases[] = {2, 8, 10}; //~ C1
    const char *found = c ? strchr(letters, c) : NULL; //~ C1
    return found ? bases[found - letters] : 0; //~ C1
}

static int digit(char c, int base) {
    int value = c >= '0' ? c - '0' : -1; //~ C2
    return value >= 0 && value < base ? value : -1;
}

static int convert(const char *text, int base) {
    int number = 0;
    for (; *text; text++) { //~ C3
        int value = digit(*text, base);
        if (value < 0)
            return -1;
        number *= base; //~ C4
        number += value; //~ C4
    }
    return number;
}

int main(int argc, char **argv) {
    int base = argc == 2 ? base_of(argv[1][0]) : 0;
    if (base == 0) {
        puts("which base?"); //~ C5
        return 1;
    }
    int number = convert(argv[1] + 1, base);
    if (number < 0) //~ C6
        puts("not a number"); //~ C6
    else //~ C6
        printf("%d\n", number); //~ C6
    return 0;
}
