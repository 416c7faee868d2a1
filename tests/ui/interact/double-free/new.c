// Reads `N=V`. The same leak is repaired twice: the parser frees the text of a line that is wrong,
// and so does its caller.
//@ options: --sym-arg 3
//@ alphabet: n=1
//@ interaction: 28 50
//@ args: n=n
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct line {
    char *text;
    int value;
};

enum outcome { GOOD, NO_NAME, NO_VALUE };

static enum outcome parse(struct line *line, const char *from) {
    const char *equals = strchr(from, '=');
    if (!equals || equals == from)
        return NO_NAME;
    line->text = malloc(strlen(from) + 1);
    if (!line->text)
        return NO_NAME;
    strcpy(line->text, from);
    line->text[equals - from] = 0;
    if (equals[1] < '0' || equals[1] > '9') {
        free(line->text); //~ C1
        return NO_VALUE;
    }
    line->value = equals[1] - '0';
    return GOOD;
}

int main(int argc, char **argv) {
    struct line line = {NULL, 0};
    if (argc != 2)
        return 2;
    enum outcome outcome = parse(&line, argv[1]);
    switch (outcome) {
    case GOOD:
        printf("%s is %d\n", line.text, line.value);
        free(line.text);
        break;
    case NO_NAME:
        puts("no name");
        break;
    case NO_VALUE:
        puts("no value");
        free(line.text); //~ C2
        break;
    }
    return outcome;
}
