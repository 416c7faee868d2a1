// A calculator with one operator that learns `*`: the scanner accepts it, and the evaluator knows
// it. Only both together change what is printed, as they should.
//@ options: --sym-arg 3
//@ alphabet: 23+*
//@ interaction: none
#include <stdio.h>

struct sum {
    int left;
    char operator;
    int right;
};

static int is_operator(char c) {
    return c == '+' || c == '-' || c == '*'; //~ C1
}

static int is_digit(char c) {
    return c >= '0' && c <= '9';
}

static int scan(struct sum *sum, const char *text) {
    if (!is_digit(text[0]) || !is_operator(text[1]) || !is_digit(text[2]))
        return 0;
    *sum = (struct sum){text[0] - '0', text[1], text[2] - '0'};
    return text[3] == 0;
}

static int evaluate(const struct sum *sum, int *value) {
    switch (sum->operator) {
    case '+':
        *value = sum->left + sum->right;
        return 1;
    case '-':
        *value = sum->left - sum->right;
        return 1;
    case '*': //~ C2
        *value = sum->left * sum->right; //~ C2
        return 1; //~ C2
    }
    return 0;
}

int main(int argc, char **argv) {
    struct sum sum;
    int value;
    if (argc != 2 || !scan(&sum, argv[1]) || !evaluate(&sum, &value)) {
        puts("error");
        return 1;
    }
    printf("%d\n", value);
    return 0;
}
