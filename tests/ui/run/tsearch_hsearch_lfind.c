// search.h: tsearch, tfind, tdelete, twalk, hsearch, lfind, lsearch, insque.
//@ cflags: -D_GNU_SOURCE
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int cmp(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static void visit(const void *node, VISIT v, int depth) { (void)depth; if (v == postorder || v == leaf) printf("%d ", **(int *const *)node); }
static void nothing(void *p) { (void)p; }

int main(void) {
    static int v[] = { 50, 20, 80, 10, 30, 70, 90, 60, 20, 50 };
    void *root = NULL;
    int fresh = 0;
    for (int i = 0; i < 10; i++) { int **p = tsearch(&v[i], &root, cmp); fresh += *p == &v[i]; }
    printf("%d\n", fresh);
    twalk(root, visit); printf("\n");
    int key = 70, none = 71;
    int **hit = tfind(&key, &root, cmp);
    printf("%d %d\n", hit ? **hit : -1, tfind(&none, &root, cmp) == NULL);
    tdelete(&key, &root, cmp); key = 50; tdelete(&key, &root, cmp);
    printf("%d\n", tdelete(&none, &root, cmp) == NULL);
    twalk(root, visit); printf("\n");
    tdestroy(root, nothing);
    hcreate(40);
    static char names[20][8];
    for (long i = 0; i < 20; i++) { sprintf(names[i], "n%ld", i); ENTRY e = { names[i], (void *)(i * i) }; hsearch(e, ENTER); }
    for (int i = 0; i < 25; i += 4) { char k[8]; sprintf(k, "n%d", i); ENTRY e = { k, NULL }, *r = hsearch(e, FIND); printf("%ld ", r ? (long)r->data : -1L); }
    printf("\n");
    hdestroy();
    int a[10] = { 5, 3, 8 }; size_t n = 3; int k = 8, m = 9;
    int *f = lfind(&k, a, &n, sizeof *a, cmp); printf("%td %d\n", f - a, lfind(&m, a, &n, sizeof *a, cmp) == NULL);
    lsearch(&m, a, &n, sizeof *a, cmp); lsearch(&k, a, &n, sizeof *a, cmp); printf("%zu %d\n", n, a[3]);
    struct q { struct q *next, *prev; int v; } x = { 0, 0, 1 }, y = { 0, 0, 2 }, z = { 0, 0, 3 };
    insque(&x, NULL); insque(&y, &x); insque(&z, &x); remque(&y);
    for (struct q *p = &x; p; p = p->next) printf("%d ", p->v);
    printf("\n");
    return 0;
}
