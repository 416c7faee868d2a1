// A growing string builder, and an arena allocator with blocks, marks and alignment.
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sb { char *s; size_t n, cap; };
static void reserve(struct sb *b, size_t more) { if (b->n + more + 1 > b->cap) { while (b->n + more + 1 > b->cap) b->cap = b->cap ? b->cap * 2 : 8; b->s = realloc(b->s, b->cap); } }
static void addn(struct sb *b, const char *s, size_t n) { reserve(b, n); memcpy(b->s + b->n, s, n); b->n += n; b->s[b->n] = 0; }
static void addf(struct sb *b, const char *f, ...) {
    va_list ap, c;
    va_start(ap, f); va_copy(c, ap);
    int n = vsnprintf(NULL, 0, f, ap);
    reserve(b, (size_t)n);
    vsnprintf(b->s + b->n, (size_t)n + 1, f, c);
    b->n += (size_t)n;
    va_end(c); va_end(ap);
}
static void insert(struct sb *b, size_t at, const char *s) { size_t n = strlen(s); reserve(b, n); memmove(b->s + at + n, b->s + at, b->n - at + 1); memcpy(b->s + at, s, n); b->n += n; }

struct block { struct block *up; size_t used, size; _Alignas(16) unsigned char data[]; };
struct arena { struct block *top; int blocks; };
static void *take(struct arena *a, size_t n, size_t align) {
    if (a->top) { size_t at = (a->top->used + align - 1) / align * align; if (at + n <= a->top->size) { a->top->used = at + n; return a->top->data + at; } }
    size_t size = n > 256 ? n : 256;
    struct block *b = malloc(sizeof *b + size);
    b->up = a->top; b->used = n; b->size = size;
    a->top = b; a->blocks++;
    return b->data;
}
static void drop(struct arena *a) { while (a->top) { struct block *b = a->top; a->top = b->up; free(b); } }

int main(void) {
    struct sb b = { 0 };
    for (int i = 0; i < 30; i++) addf(&b, "%d%s", i * i, i % 5 == 4 ? "; " : ",");
    addn(&b, "end", 3);
    insert(&b, 0, "start ");
    insert(&b, 10, "<here>");
    printf("%s\n%zu %zu\n", b.s, b.n, b.cap);
    free(b.s);
    struct arena a = { 0 };
    int bad = 0; long sum = 0;
    struct n { struct n *next; int v; } *list = NULL;
    for (int i = 0; i < 100; i++) {
        char *c = take(&a, 1 + (size_t)i % 7, 1);
        memset(c, i, 1 + (size_t)i % 7);
        struct n *x = take(&a, sizeof *x, _Alignof(struct n));
        bad += ((uintptr_t)x % _Alignof(struct n)) != 0;
        x->v = i + c[0]; x->next = list; list = x;
    }
    char *big = take(&a, 5000, 16);
    memset(big, 1, 5000);
    for (; list; list = list->next) sum += list->v;
    printf("%d %ld %d %d\n", bad, sum, a.blocks, big[4999]);
    drop(&a);
    return 0;
}
