// Joins two words. The buffer has no spare byte any more, and a dash is put between the words if
// there are two.
//@ options: --sym-arg 2 --sym-arg 2
//@ alphabet: abc
//@ interaction: 13 25 26
//@ args: a b
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer for both words and what ends them. */
static char *room_for(const char *first, const char *second) {
    size_t size = strlen(first) + strlen(second) + 1; //~ C1
    return malloc(size);
}

static char *append(char *out, const char *word) {
    while (*word)
        *out++ = *word++;
    return out;
}

static void join(char *out, const char *first, const char *second) {
    out = append(out, first);
    if (*first && *second) //~ C2
        out = append(out, "-"); //~ C2
    out = append(out, second);
    *out = 0;
}

int main(int argc, char **argv) {
    if (argc != 3)
        return 2;
    char *buffer = room_for(argv[1], argv[2]);
    if (!buffer)
        return 3;
    join(buffer, argv[1], argv[2]);
    puts(buffer);
    free(buffer);
    return 0;
}
