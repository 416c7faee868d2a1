// K&R definitions, calls without prototypes, implicit promotion of arguments, inline functions.
//@ cflags: -std=gnu99
#include <stdio.h>

int add(a, b) int a, b; { return a + b; }
double scale(x, n) double x; int n; { return x * n; }
char first(s) char *s; { return s[0]; }
static int narrow(c, h, f) char c; short h; float f; { return c + h + (int)f; }
int untyped();
int later();
struct p { int x, y; };
static int by_struct(p, k) struct p p; int k; { return p.x * k + p.y; }
static inline int twice(int x) { return x * 2; }
static inline __attribute__((always_inline)) int thrice(int x) { return twice(x) + x; }
extern inline __attribute__((gnu_inline)) int four(int x) { return x * 4; }
int four(int x) { return x * 4; }
int apply(f, v) int (*f)(); int v; { return f(v, v + 1); }

int main() {
    printf("%d %g %c\n", add(2, 3), scale(1.5, 4), first("zebra"));
    printf("%d\n", narrow('a', -300, 2.75));
    printf("%d %d\n", untyped(10, 20), later(7));
    struct p p = { 3, 4 };
    printf("%d\n", by_struct(p, 10));
    printf("%d %d %d\n", twice(4), thrice(5), four(6));
    printf("%d\n", apply(add, 20));
    int (*f)() = untyped;
    printf("%d\n", f(1, 2));
    int local_decl();
    printf("%d\n", local_decl());
    return 0;
}
int untyped(a, b) int a; int b; { return a * 100 + b; }
int later(int n) { return n * n; }
int local_decl() { return 99; }
