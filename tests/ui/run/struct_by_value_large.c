// Large structs passed on the stack and returned through a hidden pointer.
#include <stdio.h>
#include <string.h>

struct matrix { double m[4][4]; };
struct record { char name[40]; int id; long score[5]; };

static __attribute__((noinline)) struct matrix mul(struct matrix a, struct matrix b) {
    struct matrix r;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) {
            r.m[i][j] = 0;
            for (int k = 0; k < 4; k++) r.m[i][j] += a.m[i][k] * b.m[k][j];
        }
    a.m[0][0] = -99;
    return r;
}

static __attribute__((noinline)) struct record rename_record(struct record r, const char *name) {
    strcpy(r.name, name);
    r.id++;
    for (int i = 0; i < 5; i++) r.score[i] *= -1;
    return r;
}

static __attribute__((noinline)) long between(int a, struct record r, long b, struct matrix m, char c) {
    return a + r.id + b + (long)m.m[1][2] + c + r.score[4];
}

static struct record nested(int depth, struct record r) {
    if (depth == 0) return r;
    r.score[depth % 5] += depth;
    return nested(depth - 1, rename_record(r, depth % 2 ? "odd" : "even"));
}

int main(void) {
    struct matrix a, b;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < 4; j++) a.m[i][j] = i + j * 2, b.m[i][j] = i == j ? 2 : 0.5;
    struct matrix c = mul(a, b);
    for (int i = 0; i < 4; i++) printf("%g %g %g %g | %g\n", c.m[i][0], c.m[i][1], c.m[i][2], c.m[i][3], a.m[i][0]);
    struct record r = { "first", 10, { 1, 2, 3, 4, 5 } };
    struct record s = rename_record(r, "second");
    printf("%s %d %ld / %s %d %ld\n", r.name, r.id, r.score[2], s.name, s.id, s.score[2]);
    printf("%ld\n", between(1, s, 1000000, c, 'A'));
    struct record n = nested(9, r);
    printf("%s %d %ld %ld %ld %ld %ld\n", n.name, n.id, n.score[0], n.score[1], n.score[2], n.score[3], n.score[4]);
    printf("%d\n", rename_record(n, "third").name[2]);
    return 0;
}
