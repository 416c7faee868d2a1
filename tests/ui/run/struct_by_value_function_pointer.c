// Structs of several shapes passed and returned through function pointers.
#include <stdio.h>

typedef struct { int a; } one;
typedef struct { long a, b; } two;
typedef struct { long a[6]; } big;
typedef struct { double d; char c; } mix;

static one f_one(one v, int k) { v.a += k; return v; }
static one g_one(one v, int k) { v.a *= k; return v; }
static two f_two(two v, int k) { return (two){ v.b + k, v.a - k }; }
static big f_big(big v, int k) { for (int i = 0; i < 6; i++) v.a[i] += k * i; return v; }
static big g_big(big v, int k) { for (int i = 0; i < 3; i++) { long t = v.a[i]; v.a[i] = v.a[5 - i] + k; v.a[5 - i] = t; } return v; }
static mix f_mix(mix v, int k) { v.d += k; v.c = (char)(v.c + k); return v; }

static one (*ones[])(one, int) = { f_one, g_one, f_one };
static big (*bigs[2])(big, int) = { f_big, g_big };
struct ops { two (*t)(two, int); mix (*m)(mix, int); };

static two (*choose(int which))(two, int) { return which ? f_two : 0; }

int main(void) {
    one o = { 1 };
    for (int i = 0; i < 9; i++) { o = ones[i % 3](o, i + 1); printf("%d ", o.a); }
    printf("\n");
    big b = { { 1, 2, 3, 4, 5, 6 } };
    for (int i = 0; i < 5; i++) b = bigs[i & 1](b, i);
    for (int i = 0; i < 6; i++) printf("%ld ", b.a[i]);
    printf("\n");
    volatile struct ops ops = { f_two, f_mix };
    two t = ops.t((two){ 10, 20 }, 3);
    mix m = ops.m((mix){ 0.5, 'a' }, 2);
    printf("%ld %ld %g %c\n", t.a, t.b, m.d, m.c);
    printf("%ld %d\n", choose(1)((two){ 5, 6 }, 7).a, choose(0) == 0);
    return 0;
}
