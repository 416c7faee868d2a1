// Flexible array members and the older one-element and zero-length forms.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct text { size_t len; char data[]; };
struct vec { int n, cap; double v[]; };
struct zero { short kind; int rest[0]; };
struct pairs { char tag; struct { short k; long v; } p[]; };

static struct text *make(const char *s) {
    size_t n = strlen(s);
    struct text *t = malloc(sizeof *t + n + 1);
    t->len = n;
    memcpy(t->data, s, n + 1);
    return t;
}
static struct vec *push(struct vec *v, double d) {
    if (!v || v->n == v->cap) {
        int cap = v ? v->cap * 2 : 2, n = v ? v->n : 0;
        v = realloc(v, sizeof *v + (size_t)cap * sizeof v->v[0]);
        v->cap = cap;
        v->n = n;
    }
    v->v[v->n++] = d;
    return v;
}
static struct text initialised = { 5, "hello" };

int main(void) {
    struct text *t = make("flexible arrays");
    printf("%zu %s %zu\n", t->len, t->data, sizeof *t);
    free(t);
    struct vec *v = NULL;
    for (int i = 0; i < 20; i++) v = push(v, i * 0.5);
    double s = 0;
    for (int i = 0; i < v->n; i++) s += v->v[i];
    printf("%d %d %g\n", v->n, v->cap, s);
    free(v);
    struct zero *z = malloc(sizeof *z + 4 * sizeof(int));
    z->kind = 4;
    int *rest = (int *)((char *)z + offsetof(struct zero, rest));
    for (int i = 0; i < 4; i++) rest[i] = i * i;
    printf("%zu %zu %d %d\n", sizeof *z, offsetof(struct zero, rest), rest[2], rest[3]);
    free(z);
    struct pairs *p = calloc(1, sizeof *p + 3 * sizeof p->p[0]);
    for (int i = 0; i < 3; i++) p->p[i].k = (short)i, p->p[i].v = -i * 10L;
    printf("%zu %zu %ld %d\n", sizeof *p, offsetof(struct pairs, p), p->p[2].v, p->p[1].k);
    free(p);
    printf("%s %zu\n", initialised.data, initialised.len);
    return 0;
}
