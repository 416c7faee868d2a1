// Compound literals and designated initialisers, nested, ranged and overriding.
#include <stdio.h>
#include <string.h>

struct inner { int a, b; char name[8]; };
struct outer { struct inner in[3]; double d; int tail[4]; };
static int sum(const int *v, int n) { int s = 0; while (n--) s += *v++; return s; }
static struct outer global = { .in[1] = { .b = 5, .name = "mid" }, .d = 2.5, .tail = { [2] = 7, 8 }, .in[0].a = 1 };
static int *shared = (int[]){ 3, 1, 4, 1, 5 };
static const char *const names[] = { [3] = "three", [0] = "zero", [5] = "five" };
static int ranged[20] = { [0 ... 4] = 1, [10 ... 14] = 2, 3, [2] = 9 };
enum { A, B, C, N };
static int by_enum[N] = { [B] = 20, [A] = 10, [C] = 30 };

int main(void) {
    for (int i = 0; i < 3; i++) printf("%d %d '%s' ", global.in[i].a, global.in[i].b, global.in[i].name);
    printf("%g %d %d %d %d\n", global.d, global.tail[0], global.tail[1], global.tail[2], global.tail[3]);
    shared[0] = 30;
    printf("%d %d\n", sum(shared, 5), sum((int[]){ 1, 2, 3, 4 }, 4));
    for (unsigned i = 0; i < sizeof names / sizeof *names; i++) printf("%s ", names[i] ? names[i] : "-");
    printf("\n");
    for (int i = 0; i < 20; i++) printf("%d ", ranged[i]);
    printf("\n%d %d %d\n", by_enum[A], by_enum[B], by_enum[C]);
    struct inner *p = &(struct inner){ .name = "lit", .a = 6 };
    p->b = 7;
    printf("%d %d %s\n", p->a, p->b, p->name);
    int total = 0;
    for (int i = 0; i < 5; i++) { int *q = (int[3]){ i, i + 1 }; q[2] += 10; total += q[0] + q[1] + q[2]; }
    printf("%d\n", total);
    struct outer o = global, *r = &o;
    *r = (struct outer){ .d = r->d * 2, .in = { [2] = { 1, 2, "x" } } };
    printf("%g %s %d %d\n", o.d, o.in[2].name, o.in[0].a, o.tail[2]);
    char s[] = { 'a', 'b', [5] = 'f' }, t[3] = "xyz", u[10] = "short";
    printf("%zu %c %d %.3s %d\n", sizeof s, s[5], s[3], t, u[9]);
    int m[][3] = { { 1 }, { 2, 3 }, { [2] = 4 } };
    printf("%zu %d\n", sizeof m / sizeof *m, m[0][0] + m[1][1] * 10 + m[2][2] * 100);
    printf("%c %s\n", "literal"[3], &"offset"[2]);
    return memcmp(&(int){ 5 }, &(int){ 5 }, sizeof(int));
}
