// Commands on a small stack: `p` drops what is not there, and `d` divides by what may be 0. Each
// of two changes has an error of its own.
//@ options: --sym-stdin 3
//@ alphabet: 02pd
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

enum { MAX_DEPTH = 4 };

struct stack {
    int depth;
    int *values;
};

static int pop(struct stack *stack) {
    if (stack->depth < 0) //~ C1
        return 1;
    return stack->values[--stack->depth];
}

static int divide(int by) {
    return 60 / by; //~ C2
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
