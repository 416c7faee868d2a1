// A chained hash table with growth, removal and iteration in insertion order.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { char *key; int value; struct node *next, *after; };
struct map { struct node **slots; size_t n, cap; struct node *first, **last; };

static size_t hash(const char *s) { size_t h = 14695981039346656037UL; while (*s) h = (h ^ (unsigned char)*s++) * 1099511628211UL; return h; }
static void init(struct map *m) { m->cap = 4; m->n = 0; m->slots = calloc(m->cap, sizeof *m->slots); m->first = NULL; m->last = &m->first; }
static void grow(struct map *m) {
    size_t cap = m->cap * 2;
    struct node **s = calloc(cap, sizeof *s);
    for (struct node *n = m->first; n; n = n->after) { size_t i = hash(n->key) % cap; n->next = s[i]; s[i] = n; }
    free(m->slots);
    m->slots = s;
    m->cap = cap;
}
static int *at(struct map *m, const char *key) {
    for (struct node *n = m->slots[hash(key) % m->cap]; n; n = n->next) if (!strcmp(n->key, key)) return &n->value;
    if (m->n >= m->cap) grow(m);
    struct node *n = malloc(sizeof *n);
    n->key = strdup(key); n->value = 0; n->after = NULL;
    size_t i = hash(key) % m->cap;
    n->next = m->slots[i]; m->slots[i] = n;
    *m->last = n; m->last = &n->after; m->n++;
    return &n->value;
}
static int del(struct map *m, const char *key) {
    for (struct node **p = &m->slots[hash(key) % m->cap]; *p; p = &(*p)->next) {
        struct node *n = *p;
        if (strcmp(n->key, key)) continue;
        *p = n->next;
        struct node **q = &m->first;
        while (*q != n) q = &(*q)->after;
        *q = n->after;
        if (m->last == &n->after) m->last = q;
        free(n->key); free(n); m->n--;
        return 1;
    }
    return 0;
}

int main(void) {
    struct map m;
    init(&m);
    char k[16];
    for (int i = 0; i < 300; i++) { snprintf(k, sizeof k, "key%d", i * 7 % 100); *at(&m, k) += i; }
    printf("%zu %zu\n", m.n, m.cap);
    int gone = 0;
    for (int i = 0; i < 120; i += 3) { snprintf(k, sizeof k, "key%d", i); gone += del(&m, k); }
    printf("%d %zu\n", gone, m.n);
    int shown = 0;
    for (struct node *n = m.first; n; n = n->after) if (shown++ % 6 == 0) printf("%s=%d ", n->key, n->value);
    printf("\n");
    while (m.first) { snprintf(k, sizeof k, "%s", m.first->key); del(&m, k); }
    printf("%zu %d\n", m.n, m.last == &m.first);
    free(m.slots);
    return 0;
}
