// Trims spaces around a word: three statements are written in another way, and mean the same.
//@ options: --sym-arg 3
//@ alphabet: a b
//@ interaction: none
#include <stdio.h>
#include <string.h>

static const char *skip_spaces(const char *text) {
    text += strspn(text, " "); //~ C1
    return text;
}

static size_t trimmed_length(const char *text) {
    size_t length = strlen(text);
    for (; length != 0 && text[length - 1] == ' '; length--) //~ C2
        ; //~ C2
    return length;
}

static int is_empty(const char *text) {
    return text[0] == '\0'; //~ C3
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
