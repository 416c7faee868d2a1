// Pointer arithmetic and comparison within an object, tags in low bits, integers and back.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct node { struct node *child[2]; int v; };
static void *tag(void *p, unsigned t) { return (void *)((uintptr_t)p | t); }
static unsigned tag_of(void *p) { return (unsigned)((uintptr_t)p & 7); }
static void *clean(void *p) { return (void *)((uintptr_t)p & ~(uintptr_t)7); }
static const char *const months[] = { "jan", "feb", "mar", "apr", NULL };
static int grid[3][5];

int main(void) {
    int v[10];
    int *p = v, *end = v + 10, *mid = p + (end - p) / 2;
    for (int i = 0; i < 10; i++) *p++ = i * i;
    printf("%td %d %d %d\n", end - v, p == end, mid < end, mid > v);
    printf("%d %d %d %d\n", *mid, mid[-2], *(end - 1), 3[v]);
    ptrdiff_t d = &v[7] - &v[2]; printf("%td %td\n", d, (char *)&v[7] - (char *)&v[2]);
    for (int *q = end; q-- > v;) printf("%d ", *q);
    printf("\n");
    for (const char *const *m = months; *m; m++) printf("%s%c ", *m, (*m)[0]);
    printf("\n");
    long *l = malloc(4 * sizeof *l);
    for (int i = 0; i < 4; i++) l[i] = i + 100;
    void *t = tag(l, 5);
    printf("%u %ld %d\n", tag_of(t), ((long *)clean(t))[2], clean(t) == l);
    uintptr_t u = (uintptr_t)l; u += 3 * sizeof *l; printf("%ld %d\n", *(long *)u, (u & 7) == 0);
    unsigned char *bytes = (unsigned char *)l; printf("%d %d\n", bytes[0], bytes[8]);
    uintptr_t x = (uintptr_t)&l[0] ^ (uintptr_t)&l[3]; printf("%ld\n", *(long *)((uintptr_t)&l[3] ^ x));
    free(l);
    int (*row)[5] = grid; row[1][2] = 7; row++; (*row)[4] = 9;
    printf("%d %d %td\n", grid[1][2], grid[1][4], row - grid);
    int *flat = (int *)grid; printf("%d %d\n", flat[7], flat[9]);
    struct node n = { { NULL, NULL }, 3 }; struct node *np = &n;
    printf("%d %d\n", np->child[0] == NULL, *(int *)((char *)np + offsetof(struct node, v)));
    char text[] = "pointer"; char *a = text, *b = text + 6;
    while (a < b) { char c = *a; *a++ = *b; *b-- = c; }
    printf("%s %d\n", text, a >= b);
    void *nul = NULL; printf("%d %d\n", !nul, (uintptr_t)nul == 0);
    int *np2 = &v[3]; int **pp = &np2, ***ppp = &pp; ***ppp = 42; ++**ppp; printf("%d %d\n", v[3], **pp);
    return 0;
}
