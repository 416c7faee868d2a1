// Computed goto: a table of label addresses drives a small interpreter.
#include <stdio.h>

enum { PUSH, ADD, MUL, DUP, SWAP, JNZ, DEC, PRINT, HALT };

static int run(const int *code) {
    static const void *const labels[] = { &&push, &&add, &&mul, &&dup, &&swap, &&jnz, &&dec, &&print, &&halt };
    int stack[16], *sp = stack, steps = 0;
    const int *pc = code;
#define NEXT do { steps++; goto *labels[*pc++]; } while (0)
    NEXT;
push: *sp++ = *pc++; NEXT;
add: sp--; sp[-1] += sp[0]; NEXT;
mul: sp--; sp[-1] *= sp[0]; NEXT;
dup: *sp = sp[-1]; sp++; NEXT;
swap: { int t = sp[-1]; sp[-1] = sp[-2]; sp[-2] = t; } NEXT;
jnz: if (sp[-1]) pc = code + *pc; else pc++; NEXT;
dec: sp[-1]--; NEXT;
print: printf("[%d] ", sp[-1]); NEXT;
halt: return steps;
}

static int state_machine(const char *s) {
    static const int offsets[] = { &&start - &&start, &&number - &&start, &&word - &&start, &&done - &&start };
    int numbers = 0, words = 0;
    goto *(&&start + offsets[0]);
start:
    if (!*s) goto *(&&start + offsets[3]);
    if (*s >= '0' && *s <= '9') { numbers++; goto *(&&start + offsets[1]); }
    if (*s != ' ') { words++; goto *(&&start + offsets[2]); }
    s++;
    goto start;
number: while (*s >= '0' && *s <= '9') s++; goto start;
word: while (*s && *s != ' ') s++; goto start;
done: return numbers * 100 + words;
}

int main(void) {
    const int factorial[] = { PUSH, 1, PUSH, 7, DUP, PRINT, SWAP, PUSH, 2, MUL, SWAP, DEC, JNZ, 4, SWAP, PRINT, HALT };
    printf("steps %d\n", run(factorial));
    const int sum[] = { PUSH, 3, PUSH, 4, ADD, DUP, MUL, PRINT, HALT };
    printf("steps %d\n", run(sum));
    printf("%d\n", state_machine("12 abc 34 de f 5"));
    void *where = &&second;
    for (int i = 0; i < 2; i++) {
        goto *where;
    first: printf("first\n"); where = &&second; continue;
    second: printf("second\n"); where = &&first;
    }
    return 0;
}
