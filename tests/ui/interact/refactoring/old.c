#include <stdio.h>
#include <string.h>

static const char *skip_spaces(const char *text) {
    while (*text == ' ')
        text++;
    return text;
}

static size_t trimmed_length(const char *text) {
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

static int is_empty(const char *text) {
    return strlen(text) == 0;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    const char *word = skip_spaces(argv[1]);
    if (is_empty(word)) {
        puts("(empty)");
        return 1;
    }
    printf("<%.*s>\n", (int)trimmed_length(word), word);
    return 0;
}
