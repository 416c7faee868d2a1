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
    queue->tokens[queue->n].kind = kind;
    queue->tokens[queue->n].value = value;
    queue->n++;
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
        put(queue, NUMBER, 0);
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
        if (token->kind == PLUS)
            continue;
        sum += number(token);
    }
    return sum;
}

int main(int argc, char **argv) {
    struct queue queue = {.n = 0, .at = 0};
    if (argc != 2 || !scan(&queue, argv[1]))
        return 1;
    printf("%d\n", sum(&queue));
    return 0;
}
