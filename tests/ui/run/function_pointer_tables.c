// Function pointers: tables, returning them, comparing them, callbacks with context.
#include <stdio.h>

typedef int (*binary)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int divide(int a, int b) { return b ? a / b : 0; }
static const struct { char name; binary f; } table[] = { { '+', add }, { '-', sub }, { '*', mul }, { '/', divide } };

static binary find(char c) {
    for (unsigned i = 0; i < sizeof table / sizeof *table; i++)
        if (table[i].name == c) return table[i].f;
    return NULL;
}
static int fold(const int *v, int n, int start, int (*f)(int, int, void *), void *ctx) {
    for (int i = 0; i < n; i++) start = f(start, v[i], ctx);
    return start;
}
static int counted_add(int a, int b, void *ctx) { ++*(int *)ctx; return a + b; }
static int maximum(int a, int b, void *ctx) { (void)ctx; return a > b ? a : b; }
typedef struct shape { double (*area)(const struct shape *); double a, b; } shape;
static double rectangle(const shape *s) { return s->a * s->b; }
static double triangle(const shape *s) { return s->a * s->b / 2; }
static void (*chain(int n))(void);
static void hello(void) { printf("hello\n"); }
static void bye(void) { printf("bye\n"); }
static void (*chain(int n))(void) { return n ? hello : bye; }

int main(void) {
    for (const char *p = "+-*/%"; *p; p++) {
        binary f = find(*p);
        if (f) printf("%c %d %d\n", *p, f(17, 5), (*f)(-17, 5));
        else printf("%c none\n", *p);
    }
    int v[] = { 4, 8, 15, 16, 23, 42 }, calls = 0;
    printf("%d %d\n", fold(v, 6, 0, counted_add, &calls), fold(v, 6, -1, maximum, NULL));
    printf("calls %d\n", calls);
    shape s[] = { { rectangle, 3, 4 }, { triangle, 3, 4 } };
    for (int i = 0; i < 2; i++) printf("%g\n", s[i].area(&s[i]));
    chain(1)(); chain(0)();
    binary fs[3] = { add, sub, add };
    printf("%d %d %d\n", fs[0] == fs[2], fs[0] == fs[1], fs[1] != NULL);
    binary (*finder)(char) = &find;
    printf("%d\n", finder('*')(6, 7));
    return 0;
}
