// Evaluates sums such as `1+2` by way of a queue of tokens. Of four changes two abort together: an
// unfinished sum ends in an end token instead of a 0, and the evaluator takes each token after a
// plus for a number.
//@ options: --sym-arg 3
//@ alphabet: 12+x
//@ interaction: 37 52 54
//@ args: 1+
#include <stdio.h>
#include <stdlib.h>

enum kind { NUMBER, PLUS, END };

struct token {
    enum kind kind;
    int value;
};

struct queue {
    struct token tokens[6];
    int n;
    int at;
};

static void put(struct queue *queue, enum kind kind, int value) {
    queue->tokens[queue->n++] = (struct token){kind, value}; //~ C1
}

static int scan(struct queue *queue, const char *text) {
    enum kind last = PLUS;
    for (; *text; text++) {
        last = *text == '+' ? PLUS : NUMBER;
        if (last == NUMBER && (*text < '0' || *text > '9'))
            return 0;
        put(queue, last, last == PLUS ? 0 : *text - '0');
    }
    if (last == PLUS)
        put(queue, END, 0); //~ C2
    put(queue, END, 0);
    return 1;
}

static int number(const struct token *token) {
    if (token->kind != NUMBER)
        abort();
    return token->value;
}

static int sum(struct queue *queue) {
    int sum = 0;
    while (queue->tokens[queue->at].kind != END) {
        struct token *token = &queue->tokens[queue->at++];
        if (token->kind == PLUS && queue->tokens[queue->at].kind == PLUS) //~ C4
            continue; //~ C4
        sum += number(token->kind == PLUS ? &queue->tokens[queue->at++] : token); //~ C4
    }
    return sum;
}

int main(int argc, char **argv) {
    struct queue queue = {.n = 0, .at = 0};
    if (argc != 2 || !scan(&queue, argv[1]))
        return 1;
    printf("= %d\n", sum(&queue)); //~ C3
    return 0;
}
