//@ cflags: -fno-builtin
/* <search.h>: trees, hash tables, linear search, queues. */
#include "check.h"
#include <search.h>
#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) { return strcmp(a, b); }
static int same_int(const void *a, const void *b) { return *(const int *)a != *(const int *)b; }
static int lines_left;
static void visit(const void *node, VISIT which, int depth) {
    /* The shape of the tree is the library's own affair: the order of the keys is not. */
    if (which == postorder || which == leaf) { put_char(' '); put_quoted(*(const char *const *)node); }
    (void)depth;
}
static void visit_r(const void *node, VISIT which, void *count) {
    if (which == postorder || which == leaf) { put_char(' '); put_quoted(*(const char *const *)node); ++*(int *)count; }
}
static void release(void *key) { (void)key; lines_left++; }

static const char *const words[] = {"mango", "apple", "pear", "fig", "apple", "banana", "cherry", "date", "elder", "grape"};

int main(void) {
    void *root = NULL;
    for (size_t i = 0; i < COUNT(words); i++) {
        char **at = tsearch(words[i], &root, compare);
        arg_str(words[i]); line_open("tsearch", ""); put_quoted(*at); also("own", *at == words[i]);
    }
    for (size_t i = 0; i < COUNT(words); i++) {
        char **at = tfind(words[i], &root, compare);
        arg_str(words[i]); line_open("tfind", ""); put_quoted(at ? *at : NULL);
    }
    PTR(tfind, ("zebra", &root, compare), NULL);
    PTR(tsearch, ("a", NULL, compare), NULL);
    line_open("twalk", "(root)"); put_text("order"); twalk(root, visit);
    int count = 0;
    line_open("twalk_r", "(root)"); put_text("order"); twalk_r(root, visit_r, &count); also("count", count);
    PTR(tdelete, ("fig", &root, compare), NULL);
    PTR(tdelete, ("fig", &root, compare), NULL);
    PTR(tdelete, ("mango", &root, compare), NULL);
    line_open("twalk", "(root)"); put_text("order"); twalk(root, visit);
    VOID(tdestroy, (root, release)); also("released", lines_left);

    BOOL(hcreate, (20));
    for (size_t i = 0; i < COUNT(words); i++) {
        ENTRY e = {(char *)words[i], (void *)(i + 1)};
        ENTRY *at = hsearch(e, ENTER);
        arg_str(words[i]); line_open("hsearch", ""); put_quoted(at ? at->key : NULL); also("data", at ? (long)at->data : -1);
    }
    ENTRY missing = {"zebra", NULL}, present = {"pear", NULL};
    PTR(hsearch, (missing, FIND), NULL);
    line_open("hsearch", "(present, FIND)"); put_signed((long)hsearch(present, FIND)->data);
    VOID(hdestroy, ());
    struct hsearch_data table;
    memset(&table, 0, sizeof table);
    ENTRY *found = NULL;
    BOOL(hcreate_r, (10, &table));
    BOOL(hsearch_r, (present, ENTER, &found, &table)); also_str("key", found ? found->key : NULL);
    BOOL(hsearch_r, (missing, FIND, &found, &table)); also("none", found == NULL);
    VOID(hdestroy_r, (&table));

    int list[8] = {5, 3, 9}, key = 9;
    size_t n = 3;
    PTR(lfind, (&key, list, &n, sizeof *list, same_int), list);
    key = 4;
    PTR(lfind, (&key, list, &n, sizeof *list, same_int), list);
    PTR(lsearch, (&key, list, &n, sizeof *list, same_int), list); also("n", n); bytes(list, 16);
    PTR(lsearch, (&key, list, &n, sizeof *list, same_int), list); also("n", n);

    struct node { struct node *next, *prev; int v; } a = {0, 0, 1}, b = {0, 0, 2}, c = {0, 0, 3};
    VOID(insque, (&a, NULL)); VOID(insque, (&b, &a)); VOID(insque, (&c, &a));
    line_open("insque", "(list)"); put_text("order");
    for (struct node *p = &a; p; p = p->next) also("v", p->v);
    VOID(remque, (&c)); also("next", a.next->v); also("prev", b.prev->v);
    return done();
}
