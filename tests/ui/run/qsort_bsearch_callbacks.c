// qsort and bsearch with callbacks over ints, strings, structs and pointers.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person { char name[12]; int age; double pay; };
static int calls;
static int by_int(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; calls++; return (x > y) - (x < y); }
static int down(const void *a, const void *b) { return by_int(b, a); }
static int by_str(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
static int by_age(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    return p->age != q->age ? p->age - q->age : strcmp(p->name, q->name);
}
static int key_age(const void *k, const void *e) { return *(const int *)k - ((const struct person *)e)->age; }
static int by_char(const void *a, const void *b) { return *(const char *)a - *(const char *)b; }
static int by_mod(const void *a, const void *b, void *m) {
    long x = *(const long *)a, y = *(const long *)b, k = *(long *)m;
    return x % k != y % k ? (int)(x % k - y % k) : (x > y) - (x < y);
}
extern void qsort_r(void *, size_t, size_t, int (*)(const void *, const void *, void *), void *);

int main(void) {
    int v[200];
    unsigned x = 12345;
    for (int i = 0; i < 200; i++) { x = x * 1103515245u + 12345u; v[i] = (int)(x >> 16) % 1000; }
    qsort(v, 200, sizeof *v, by_int);
    for (int i = 0; i < 200; i += 13) printf("%d ", v[i]);
    for (int i = 1; i < 200; i++) if (v[i - 1] > v[i]) printf("BAD ");
    printf("%d\n", calls > 199);
    int key = v[77], none = -1;
    int *hit = bsearch(&key, v, 200, sizeof *v, by_int);
    printf("%d %d\n", hit && *hit == key, bsearch(&none, v, 200, sizeof *v, by_int) == NULL);
    qsort(v, 200, sizeof *v, down);
    printf("%d %d %d\n", v[0] >= v[1], v[0], v[199]);
    const char *s[] = { "pear", "apple", "fig", "banana", "cherry", "date" };
    qsort(s, 6, sizeof *s, by_str);
    for (int i = 0; i < 6; i++) printf("%s ", s[i]);
    printf("\n");
    struct person p[] = { { "zoe", 30, 1.5 }, { "adam", 25, 2.5 }, { "bob", 30, 3.5 }, { "eve", 19, 4.5 }, { "mia", 41, 5.5 } };
    qsort(p, 5, sizeof *p, by_age);
    for (int i = 0; i < 5; i++) printf("%s:%d:%g ", p[i].name, p[i].age, p[i].pay);
    int age = 41;
    struct person *q = bsearch(&age, p, 5, sizeof *p, key_age);
    printf("%s\n", q ? q->name : "none");
    char letters[] = "the quick brown fox";
    qsort(letters, strlen(letters), 1, by_char);
    printf("[%s]\n", letters);
    long l[] = { 10, 21, 32, 43, 14, 25, 36, 47 }, mod = 5;
    qsort_r(l, 8, sizeof *l, by_mod, &mod);
    for (int i = 0; i < 8; i++) printf("%ld ", l[i]);
    qsort(l, 0, sizeof *l, by_int); qsort(l, 1, sizeof *l, by_int);
    printf("\n");
    return 0;
}
