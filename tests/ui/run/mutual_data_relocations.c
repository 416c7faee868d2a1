// Globals whose initialisers hold addresses: offsets, casts, differences, function pointers.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct dev; typedef int (*op)(struct dev *, int);
struct dev { const char *name; op ops[3]; struct dev *parent; void *priv; };
static int inc(struct dev *d, int x) { (void)d; return x + 1; }
static int neg(struct dev *d, int x) { return d->parent ? -x : x; }
static int ask(struct dev *d, int x) { return d->parent ? d->parent->ops[0](d->parent, x) * 10 : *(int *)d->priv + x; }
static int priv_data[] = { 100, 200, 300 };
extern struct dev child;
struct dev root = { "root", { inc, neg, ask }, NULL, &priv_data[1] };
struct dev child = { "child", { [2] = ask, [1] = neg }, &root, (char *)priv_data + 8 };
static char buffer[64] = "initial contents of the buffer";
static char *const tail = buffer + sizeof buffer - 1, *const word = &buffer[8];
static const uintptr_t as_int = (uintptr_t)&priv_data[2];
static const ptrdiff_t distance = &priv_data[2] - &priv_data[0];
static const size_t off = offsetof(struct dev, parent);
static int (*const pick[2][2])(struct dev *, int) = { { inc, neg }, { ask, inc } };
static const char *strings[] = { "shared", "shared" + 2, &"other"[1] };
static _Bool flag = &root != NULL;
static float fl = 1 / 3.0f; static double db = 1e10 / 7; static long double ld = 2.5L;
static unsigned long long big = 1ULL << 63 | 0xff;
static struct { char c; long l; } zero[3];

int main(void) {
    for (struct dev *d = &child; d; d = d->parent) for (int i = 0; i < 3; i++) if (d->ops[i]) printf("%s.%d(5)=%d\n", d->name, i, d->ops[i](d, 5));
    printf("%d %d %s\n", *(int *)root.priv, *(int *)child.priv, word);
    *tail = 'x'; printf("%c %d\n", buffer[63], (int)(tail - word));
    printf("%d %td %zu\n", *(const int *)as_int, distance, off);
    printf("%d %d\n", pick[1][0](&root, 1), pick[0][1](&child, 9));
    printf("%s %s %s %d\n", strings[0], strings[1], strings[2], flag);
    printf("%.9g %.17g %Lg %llx\n", fl, db, ld, big);
    printf("%d %ld\n", zero[2].c, zero[1].l);
    return 0;
}
