// One character is read as a token, and the tokens behind it are counted.
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#define LAST_DIGIT '9'
#define KINDS 4

enum kind { SPACE, DIGIT, LETTER, OTHER };

struct token {
    int kind;
    int weight;
    char text;
};

static int is_digit(int c) {
    return c >= '0' && c <= LAST_DIGIT;
}

static int is_letter(int c) {
    return (c >= 'a' && c <= 'z') || c == '_';
}

static int kind_of(int c) {
    if (c == ' ' || c == '\t')
        return SPACE;
    if (is_digit(c))
        return DIGIT;
    if (is_letter(c))
        return LETTER;
    return OTHER;
}

static void fill(struct token *token, int c) {
    token->text = c;
    token->kind = kind_of(c);
    switch (token->kind) {
    case DIGIT:
        token->weight = 2;
        break;
    case LETTER:
        token->weight = 5;
        break;
    default:
        token->weight = 1;
    }
}

int main(int argc, char **argv) {
    if (argc < 2)
        return 2;
    struct token *tokens = calloc(KINDS, sizeof *tokens);
    const char *rest = "a7 ";
    int total = 0;
    fill(&tokens[0], argv[1][0]);
    for (int n = 1; n < KINDS; n++)
        fill(&tokens[n], rest[n - 1]);
    for (int n = 0; n < KINDS; n++) {
        assert(tokens[n].weight > 0 && tokens[n].text != '~');
        total += tokens[n].weight;
    }
    if (tokens[0].kind == OTHER && tokens[0].text != '+') {
        puts("unknown token");
        total = 0;
    }
    printf("weight %d\n", total);
    free(tokens);
    return total > 10;
}
