#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A buffer for both words and what ends them. */
static char *room_for(const char *first, const char *second) {
    size_t size = strlen(first) + strlen(second) + 2;
    return malloc(size);
}

static char *append(char *out, const char *word) {
    while (*word)
        *out++ = *word++;
    return out;
}

static void join(char *out, const char *first, const char *second) {
    out = append(out, first);
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
