// A binary search tree with deletion, an AVL tree, and traversals.
#include <stdio.h>
#include <stdlib.h>

struct t { int k, h; struct t *l, *r; };
static int h(struct t *n) { return n ? n->h : 0; }
static void fix(struct t *n) { n->h = 1 + (h(n->l) > h(n->r) ? h(n->l) : h(n->r)); }
static struct t *right(struct t *n) { struct t *l = n->l; n->l = l->r; l->r = n; fix(n); fix(l); return l; }
static struct t *left(struct t *n) { struct t *r = n->r; n->r = r->l; r->l = n; fix(n); fix(r); return r; }
static struct t *balance(struct t *n) {
    fix(n);
    int d = h(n->l) - h(n->r);
    if (d > 1) { if (h(n->l->l) < h(n->l->r)) n->l = left(n->l); return right(n); }
    if (d < -1) { if (h(n->r->r) < h(n->r->l)) n->r = right(n->r); return left(n); }
    return n;
}
static struct t *put(struct t *n, int k) {
    if (!n) { n = malloc(sizeof *n); *n = (struct t){ k, 1, NULL, NULL }; return n; }
    if (k < n->k) n->l = put(n->l, k); else if (k > n->k) n->r = put(n->r, k);
    return balance(n);
}
static struct t *take_min(struct t *n, struct t **min) { if (!n->l) { *min = n; return n->r; } n->l = take_min(n->l, min); return balance(n); }
static struct t *del(struct t *n, int k) {
    if (!n) return NULL;
    if (k < n->k) n->l = del(n->l, k);
    else if (k > n->k) n->r = del(n->r, k);
    else {
        struct t *l = n->l, *r = n->r, *m;
        free(n);
        if (!r) return l;
        r = take_min(r, &m);
        m->l = l; m->r = r;
        return balance(m);
    }
    return balance(n);
}
static void in(struct t *n) { if (n) { in(n->l); printf("%d ", n->k); in(n->r); } }
static void pre(struct t *n) { if (n) { printf("%d(%d) ", n->k, n->h); pre(n->l); pre(n->r); } }
static int size(struct t *n) { return n ? 1 + size(n->l) + size(n->r) : 0; }
static void drop(struct t *n) { if (n) { drop(n->l); drop(n->r); free(n); } }

int main(void) {
    struct t *root = NULL;
    for (int i = 0; i < 1000; i++) root = put(root, i);
    printf("%d %d\n", size(root), h(root));
    for (int i = 0; i < 1000; i++) if (i % 37) root = del(root, i);
    in(root); printf("\n"); pre(root); printf("\n");
    for (int i = 0; i < 30; i++) root = put(root, i * 7919 % 101);
    pre(root); printf("\n%d\n", size(root));
    struct t *q[200]; int a = 0, b = 0;
    q[b++] = root;
    while (a < b) { struct t *n = q[a++]; if (n->l) q[b++] = n->l; if (n->r) q[b++] = n->r; printf("%d ", n->k); }
    printf("\n");
    drop(root);
    return 0;
}
