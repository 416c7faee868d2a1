// Nested structs, unions inside structs and arrays of structs, by value.
#include <stdio.h>

struct point { int x, y; };
struct box { struct point lo, hi; };
struct tagged { enum { INT, DBL, BOX } tag; union { int i; double d; struct box b; } u; };
struct list { struct tagged items[3]; int n; };

static __attribute__((noinline)) struct box grow(struct box b, struct point by) {
    b.lo.x -= by.x; b.lo.y -= by.y; b.hi.x += by.x; b.hi.y += by.y;
    return b;
}
static __attribute__((noinline)) struct tagged twice(struct tagged t) {
    switch (t.tag) {
    case INT: t.u.i *= 2; break;
    case DBL: t.u.d *= 2; break;
    case BOX: t.u.b = grow(t.u.b, (struct point){ 1, 2 }); break;
    }
    return t;
}
static __attribute__((noinline)) struct list each(struct list l, struct tagged (*f)(struct tagged)) {
    for (int i = 0; i < l.n; i++) l.items[i] = f(l.items[i]);
    return l;
}
static void show(struct list l) {
    for (int i = 0; i < l.n; i++) {
        struct tagged t = l.items[i];
        if (t.tag == INT) printf("int %d; ", t.u.i);
        else if (t.tag == DBL) printf("dbl %g; ", t.u.d);
        else printf("box %d,%d-%d,%d; ", t.u.b.lo.x, t.u.b.lo.y, t.u.b.hi.x, t.u.b.hi.y);
    }
    printf("\n");
}

int main(void) {
    struct list l = { .n = 3, .items = {
        { INT, { .i = 21 } }, { DBL, { .d = 1.5 } }, { BOX, { .b = { { 0, 0 }, { 10, 10 } } } } } };
    show(l);
    struct list m = each(l, twice);
    show(m);
    show(each(each(m, twice), twice));
    show(l);
    printf("%d\n", grow(grow(m.items[2].u.b, (struct point){ 5, 5 }), (struct point){ 1, 1 }).hi.y);
    return 0;
}
