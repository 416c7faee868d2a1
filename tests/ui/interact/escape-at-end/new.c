// Counts the characters of a text with escapes. An escape is always two bytes now, and the text
// ends at its NUL instead of at its length.
//@ options: --sym-arg 3
//@ alphabet: ab%
//@ interaction: 17 22
//@ args: %
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text {
    const char *at;
    const char *end;
};

static int has_more(const struct text *text) {
    return *text->at != 0; //~ C2
}

static void step(struct text *text) {
    if (*text->at == '%') {
        text->at += 2; //~ C1
    } else {
        text->at++;
    }
}

static int count(const char *from) {
    struct text text = {from, from + strlen(from)};
    int n = 0;
    while (has_more(&text)) {
        step(&text);
        n++;
    }
    return n;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    size_t size = strlen(argv[1]) + 1;
    char *copy = malloc(size);
    if (!copy)
        return 3;
    memcpy(copy, argv[1], size);
    printf("%d\n", count(copy));
    free(copy);
    return 0;
}
