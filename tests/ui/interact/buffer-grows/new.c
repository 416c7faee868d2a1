// Writes a word in brackets. The brackets are double now, and the buffer is longer: with the
// longer copy alone it overflows, with both it does not.
//@ options: --sym-arg 3
//@ alphabet: ab[
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t room_for(const char *word) {
    return strlen(word) + 5; //~ C1
}

static char *append(char *out, const char *word) {
    size_t length = strlen(word);
    memcpy(out, word, length);
    return out + length;
}

static char *bracketed(const char *word) {
    char *text = malloc(room_for(word));
    if (!text)
        return NULL;
    char *out = append(text, "[["); //~ C2
    out = append(out, word);
    out = append(out, "]]"); //~ C3
    *out = 0;
    return text;
}

int main(int argc, char **argv) {
    if (argc != 2 || argv[1][0] == '[')
        return 1;
    char *text = bracketed(argv[1]);
    if (!text)
        return 3;
    puts(text);
    free(text);
    return 0;
}
