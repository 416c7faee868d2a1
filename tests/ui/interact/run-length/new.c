// Expands `3a` to `aaa`. A count of 0 is allowed now, and the loop tests its count at the end.
//@ options: --sym-arg 4
//@ alphabet: 0129ab
//@ interaction: 13 20
//@ args: 0a
#include <stdio.h>

enum { MAX_OUTPUT = 40 };

static char output[MAX_OUTPUT];

static int is_count(char c) {
    return c >= '0' && c <= '9'; //~ C1
}

/* Writes `count` times `c` to `out`, and returns what follows. */
static char *repeat(char *out, char c, unsigned count) {
    do { //~ C2
        *out++ = c;
    } while (--count > 0); //~ C2
    return out;
}

static int expand(const char *text) {
    char *out = output;
    while (*text) {
        unsigned count = 1;
        if (is_count(*text))
            count = *text++ - '0';
        if (*text < 'a' || *text > 'z')
            return 0;
        out = repeat(out, *text++, count);
    }
    *out = 0;
    return 1;
}

int main(int argc, char **argv) {
    if (argc != 2 || !expand(argv[1]))
        return 1;
    puts(output);
    return 0;
}
