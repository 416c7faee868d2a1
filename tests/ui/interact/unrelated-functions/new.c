// Encodes or decodes letters by rotation: a change in each of two functions of which a run calls
// one.
//@ options: --sym-arg 3
//@ alphabet: edaz
//@ interaction: none
#include <stdio.h>

static char rotate(char c, int by) {
    if (c < 'a' || c > 'z')
        return c;
    return (char)('a' + (c - 'a' + by + 26) % 26);
}

static void encode(const char *text) {
    for (; *text; text++)
        putchar(rotate(*text, 3)); //~ C1
}

static void decode(const char *text) {
    for (; *text; text++)
        putchar(rotate(*text, -3)); //~ C2
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    switch (argv[1][0]) {
    case 'e':
        encode(argv[1] + 1);
        break;
    case 'd':
        decode(argv[1] + 1);
        break;
    default:
        fputs("e or d\n", stderr);
        return 1;
    }
    putchar('\n');
    return 0;
}
