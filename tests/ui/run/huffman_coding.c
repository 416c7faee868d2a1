// Huffman codes for a text, encoded to bits and decoded again.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct node { int ch; unsigned long count; int order; struct node *l, *r; };
static char codes[256][64];
static struct node *make(int ch, unsigned long count, int order, struct node *l, struct node *r) { struct node *n = malloc(sizeof *n); *n = (struct node){ ch, count, order, l, r }; return n; }
static int before(const struct node *a, const struct node *b) { return a->count != b->count ? a->count < b->count : a->order < b->order; }
static struct node *take(struct node **q, int *n) { int m = 0; for (int i = 1; i < *n; i++) if (before(q[i], q[m])) m = i; struct node *r = q[m]; q[m] = q[--*n]; return r; }
static void walk(struct node *n, char *prefix, int d) {
    if (n->ch >= 0) { prefix[d] = 0; strcpy(codes[n->ch], d ? prefix : "0"); return; }
    prefix[d] = '0'; walk(n->l, prefix, d + 1);
    prefix[d] = '1'; walk(n->r, prefix, d + 1);
}
static void drop(struct node *n) { if (!n) return; drop(n->l); drop(n->r); free(n); }

static void run(const char *text) {
    unsigned long freq[256] = { 0 };
    size_t len = strlen(text), bits = 0;
    for (size_t i = 0; i < len; i++) freq[(unsigned char)text[i]]++;
    struct node *q[256];
    int n = 0, order = 0;
    for (int c = 0; c < 256; c++) if (freq[c]) q[n++] = make(c, freq[c], order++, NULL, NULL);
    while (n > 1) { struct node *a = take(q, &n), *b = take(q, &n); q[n++] = make(-1, a->count + b->count, order++, a, b); }
    char prefix[64];
    memset(codes, 0, sizeof codes);
    walk(q[0], prefix, 0);
    for (int c = 0; c < 256; c++) if (freq[c]) printf("'%c' %lu %s\n", c, freq[c], codes[c]);
    unsigned char *out = calloc(len + 1, 1);
    for (size_t i = 0; i < len; i++) for (const char *p = codes[(unsigned char)text[i]]; *p; p++, bits++) if (*p == '1') out[bits / 8] |= (unsigned char)(0x80 >> bits % 8);
    printf("%zu characters, %zu bits:", len, bits);
    for (size_t i = 0; i < (bits + 7) / 8 && i < 12; i++) printf(" %02x", out[i]);
    char *back = malloc(len + 1);
    size_t k = 0, b = 0;
    while (k < len) { struct node *t = q[0]; if (t->ch >= 0) b++; while (t->ch < 0) { t = out[b / 8] & 0x80 >> b % 8 ? t->r : t->l; b++; } back[k++] = (char)t->ch; }
    back[k] = 0;
    printf("\n%s\n", strcmp(back, text) ? "DIFFERENT" : "same");
    free(back); free(out); drop(q[0]);
}

int main(void) {
    run("abracadabra alakazam");
    run("aaaa");
    run("she sells sea shells by the sea shore; the shells she sells are surely seashells");
    return 0;
}
