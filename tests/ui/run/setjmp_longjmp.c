// setjmp and longjmp: values, deep unwinding, volatile locals, nested handlers, loops.
#include <setjmp.h>
#include <stdio.h>

static jmp_buf top, inner;
static int depth;
static void dive(int n) { depth = n; if (n == 0) longjmp(top, 42); char pad[64]; pad[n % 64] = (char)n; dive(n - 1); if (pad[n % 64] != (char)n) printf("bad\n"); }

struct frame { jmp_buf env; struct frame *up; };
static struct frame *handlers;
static void throw(int code) { struct frame *f = handlers; handlers = f->up; longjmp(f->env, code); }
static int guarded(int n) {
    struct frame f;
    f.up = handlers;
    handlers = &f;
    int code = setjmp(f.env);
    if (code == 0) {
        if (n > 3) throw(n);
        if (n == 2) guarded(5);
        handlers = f.up;
        return n;
    }
    printf("caught %d at %d\n", code, n);
    if (code > 6) throw(code - 1);
    return -code;
}

int main(void) {
    volatile int count = 0;
    switch (setjmp(top)) {
    case 0: printf("first\n"); dive(1000); break;
    case 42: printf("back from depth %d\n", depth); break;
    default: printf("unexpected\n");
    }
    int r = setjmp(top);
    count++;
    if (count < 5) { printf("round %d value %d\n", count, r); longjmp(top, count * 10); }
    printf("done %d %d\n", count, r);
    if (setjmp(top) == 0) longjmp(top, 0); else printf("zero became one\n");
    for (volatile int i = 0; i < 3; i++)
        if (setjmp(inner) == 0) { if (i == 1) longjmp(inner, 7); printf("plain %d\n", i); } else printf("jumped %d\n", i);
    for (int i = 1; i < 6; i++) { int g = guarded(i); printf("guarded %d gives %d\n", i, g); }
    struct frame outer;
    outer.up = 0;
    handlers = &outer;
    int code = setjmp(outer.env);
    if (!code) { guarded(9); printf("not here\n"); } else printf("outer got %d\n", code);
    sigjmp_buf sb;
    if (sigsetjmp(sb, 1) == 0) siglongjmp(sb, 3); else printf("sig\n");
    if (_setjmp(top) == 0) _longjmp(top, 2); else printf("under\n");
    return 0;
}
