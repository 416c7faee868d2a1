#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEPTH = 4 };

struct stack {
    int depth;
    int *values;
};

static int pop(struct stack *stack) {
    if (stack->depth == 0)
        return 1;
    return stack->values[--stack->depth];
}

static int divide(int by) {
    return by ? 60 / by : 0;
}

int main(void) {
    struct stack stack = {0, malloc(MAX_DEPTH * sizeof(int))};
    if (!stack.values)
        return 3;
    for (int c = getchar(); c != EOF; c = getchar()) {
        if (c >= '0' && c <= '9')
            stack.values[stack.depth++] = c - '0';
        else if (c == 'p')
            printf("%d\n", pop(&stack));
        else if (c == 'd')
            printf("%d\n", divide(stack.depth ? stack.values[stack.depth - 1] : 1));
        else
            return 1;
    }
    free(stack.values);
    return 0;
}
