// Singly and doubly linked lists: insert, reverse, merge sort, delete, cycle detection.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node *cons(int v, struct node *n) { struct node *x = malloc(sizeof *x); x->v = v; x->next = n; return x; }
static void show(struct node *n) { for (; n; n = n->next) printf("%d ", n->v); printf("\n"); }
static struct node *reverse(struct node *n) { struct node *r = NULL; while (n) { struct node *t = n->next; n->next = r; r = n; n = t; } return r; }
static struct node *merge(struct node *a, struct node *b) {
    struct node head, *t = &head;
    while (a && b) { struct node **p = a->v <= b->v ? &a : &b; t = t->next = *p; *p = (*p)->next; }
    t->next = a ? a : b;
    return head.next;
}
static struct node *sort(struct node *n) {
    if (!n || !n->next) return n;
    struct node *slow = n, *fast = n->next;
    while (fast && fast->next) { slow = slow->next; fast = fast->next->next; }
    struct node *b = slow->next;
    slow->next = NULL;
    return merge(sort(n), sort(b));
}
static void drop(struct node **p, int (*bad)(int)) { while (*p) if (bad((*p)->v)) { struct node *n = *p; *p = n->next; free(n); } else p = &(*p)->next; }
static int odd(int v) { return v & 1; }
static int cyclic(struct node *n) { struct node *a = n, *b = n; while (b && b->next) { a = a->next; b = b->next->next; if (a == b) return 1; } return 0; }

struct link { struct link *prev, *next; };
struct item { int id; struct link link; };
#define ITEM(l) ((struct item *)((char *)(l) - offsetof(struct item, link)))
static void insert(struct link *after, struct link *l) { l->next = after->next; l->prev = after; after->next->prev = l; after->next = l; }
static void unlink_(struct link *l) { l->prev->next = l->next; l->next->prev = l->prev; }

int main(void) {
    struct node *l = NULL;
    for (int i = 0; i < 20; i++) l = cons(i * 37 % 23, l);
    show(l); l = reverse(l); show(l); l = sort(l); show(l); drop(&l, odd); show(l);
    printf("%d ", cyclic(l));
    struct node *t = l; while (t->next) t = t->next;
    t->next = l->next; printf("%d\n", cyclic(l)); t->next = NULL;
    while (l) { struct node *n = l->next; free(l); l = n; }
    struct link head = { &head, &head };
    struct item items[8];
    for (int i = 0; i < 8; i++) { items[i].id = i; insert(i & 1 ? &head : head.prev, &items[i].link); }
    unlink_(&items[3].link); unlink_(&items[4].link);
    for (struct link *p = head.next; p != &head; p = p->next) printf("%d ", ITEM(p)->id);
    for (struct link *p = head.prev; p != &head; p = p->prev) printf("%d ", ITEM(p)->id);
    printf("\n");
    return 0;
}
