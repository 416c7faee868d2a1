// A brainfuck interpreter with precomputed jumps runs a few programs.
#include <stdio.h>
#include <string.h>

static int run(const char *code, const char *input) {
    static unsigned char tape[30000];
    static int jump[4000], stack[100];
    int n = (int)strlen(code), sp = 0, steps = 0, p = 0;
    memset(tape, 0, sizeof tape);
    for (int i = 0; i < n; i++) {
        if (code[i] == '[') stack[sp++] = i;
        else if (code[i] == ']') { if (!sp) return -1; jump[i] = stack[--sp]; jump[jump[i]] = i; }
    }
    if (sp) return -2;
    for (int i = 0; i < n; i++, steps++) switch (code[i]) {
        case '>': p++; break;
        case '<': p--; break;
        case '+': tape[p]++; break;
        case '-': tape[p]--; break;
        case '.': putchar(tape[p]); break;
        case ',': tape[p] = (unsigned char)(*input ? *input++ : 0); break;
        case '[': if (!tape[p]) i = jump[i]; break;
        case ']': if (tape[p]) i = jump[i]; break;
    }
    return steps;
}

int main(void) {
    printf("%d\n", run("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+.>++.", ""));
    printf("%d\n", run(",[.,]", "echo this"));
    printf(" %d\n", run(">,[>,]<[.<]", "reverse me"));
    printf("%d\n", run("++++++++++[>+++++++>++++++++++>+++>+<<<<-]>++.>+.+++++++..+++.>++.<<+++++++++++++++.>.+++.------.--------.>+.>.", ""));
    printf("%d %d\n", run("[", ""), run("]", ""));
    printf("%d\n", run("++++++++++>+>+<<[>>[->+>+<<]>[-<+>]<<[->>>+<<<]>>[-<<+>>]>[-<+>]<<<<->]", "") > 0);
    return 0;
}
