// A stack machine with calls and a small assembler runs factorial, gcd and a prime loop.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const names[] = { "push", "add", "sub", "mul", "mod", "dup", "swap", "over", "drop", "jmp", "jz", "call", "ret", "print", "halt", "load", "store", "lt" };
enum op { PUSH, ADD, SUB, MUL, MOD, DUP, SWAP, OVER, DROP, JMP, JZ, CALL, RET, PRINT, HALT, LOAD, STORE, LT, NOPS };
struct program { long code[256]; int n; };

static int operand(int op) { return op == PUSH || op == JMP || op == JZ || op == CALL || op == LOAD || op == STORE; }
static struct program assemble(const char *src) {
    struct program p = { .n = 0 };
    struct { char name[16]; int at; } labels[20], fix[40];
    int nl = 0, nf = 0;
    char *copy = strdup(src);
    for (char *w = strtok(copy, " \n"); w; w = strtok(NULL, " \n")) {
        size_t l = strlen(w);
        if (w[l - 1] == ':') { w[l - 1] = 0; strcpy(labels[nl].name, w); labels[nl++].at = p.n; continue; }
        int op = 0;
        while (op < NOPS && strcmp(names[op], w)) op++;
        if (op == NOPS) { printf("unknown %s\n", w); continue; }
        p.code[p.n++] = op;
        if (!operand(op)) continue;
        w = strtok(NULL, " \n");
        if (w[0] == '-' || (w[0] >= '0' && w[0] <= '9')) p.code[p.n++] = atol(w);
        else { strcpy(fix[nf].name, w); fix[nf++].at = p.n++; }
    }
    for (int i = 0; i < nf; i++) for (int j = 0; j < nl; j++) if (!strcmp(fix[i].name, labels[j].name)) p.code[fix[i].at] = labels[j].at;
    free(copy);
    return p;
}
static int run(const struct program *p) {
    long st[64], mem[16] = { 0 }, t; int sp = 0, rs[64], rp = 0, steps = 0;
    for (int pc = 0;; steps++) switch (p->code[pc++]) {
        case PUSH: st[sp++] = p->code[pc++]; break;
        case ADD: sp--; st[sp - 1] += st[sp]; break;
        case SUB: sp--; st[sp - 1] -= st[sp]; break;
        case MUL: sp--; st[sp - 1] *= st[sp]; break;
        case MOD: sp--; st[sp - 1] %= st[sp]; break;
        case DUP: st[sp] = st[sp - 1]; sp++; break;
        case SWAP: t = st[sp - 1]; st[sp - 1] = st[sp - 2]; st[sp - 2] = t; break;
        case OVER: st[sp] = st[sp - 2]; sp++; break;
        case DROP: sp--; break;
        case JMP: pc = (int)p->code[pc]; break;
        case JZ: if (!st[--sp]) pc = (int)p->code[pc]; else pc++; break;
        case CALL: rs[rp++] = pc + 1; pc = (int)p->code[pc]; break;
        case RET: pc = rs[--rp]; break;
        case PRINT: printf("%ld ", st[--sp]); break;
        case LOAD: st[sp++] = mem[p->code[pc++]]; break;
        case STORE: mem[p->code[pc++]] = st[--sp]; break;
        case LT: sp--; st[sp - 1] = st[sp - 1] < st[sp]; break;
        case HALT: return steps;
        default: printf("bad op\n"); return -1;
    }
}

int main(void) {
    struct program a = assemble("push 10 call fact print halt fact: dup jz one dup push 1 sub call fact mul ret one: drop push 1 ret");
    printf("%d steps\n", run(&a));
    struct program b = assemble("push 1071 push 462 loop: dup jz end swap over mod jmp loop end: drop print halt");
    printf("%d steps\n", run(&b));
    struct program c = assemble("push 2 store 0 outer: load 0 push 60 lt jz done push 2 store 1 inner: load 1 load 1 mul load 0 push 1 add lt jz prime load 0 load 1 mod jz next load 1 push 1 add store 1 jmp inner prime: load 0 print next: load 0 push 1 add store 0 jmp outer done: halt");
    printf("%d steps\n", run(&c));
    struct program d = assemble("push 1 bogus print halt");
    printf("%d steps\n", run(&d));
    return a.n + b.n + c.n;
}
