// Small structs passed and returned in integer registers, every size from 1 to 16 bytes.
#include <stdio.h>

#define SIZED(N)                                                               \
    struct s##N { unsigned char b[N]; };                                       \
    static __attribute__((noinline)) struct s##N turn##N(struct s##N v, int k) { \
        struct s##N r;                                                         \
        for (int i = 0; i < N; i++) r.b[i] = (unsigned char)(v.b[(i + k) % N] + i); \
        v.b[0] = 0;                                                            \
        return r;                                                              \
    }                                                                          \
    static void show##N(void) {                                                \
        struct s##N v;                                                         \
        for (int i = 0; i < N; i++) v.b[i] = (unsigned char)(i * 7 + N);       \
        struct s##N r = turn##N(v, 3);                                         \
        printf("%2d:", N);                                                     \
        for (int i = 0; i < N; i++) printf(" %u/%u", v.b[i], r.b[i]);          \
        printf("\n");                                                          \
    }

SIZED(1) SIZED(2) SIZED(3) SIZED(4) SIZED(5) SIZED(6) SIZED(7) SIZED(8)
SIZED(9) SIZED(10) SIZED(11) SIZED(12) SIZED(13) SIZED(14) SIZED(15) SIZED(16)

struct pair { int a; short b; char c; };
static __attribute__((noinline)) struct pair swap(struct pair p) {
    return (struct pair){ p.b, (short)p.a, (char)(p.c + 1) };
}
struct longs { long x, y; };
static __attribute__((noinline)) struct longs fib(struct longs s) {
    return (struct longs){ s.y, s.x + s.y };
}

int main(void) {
    show1(); show2(); show3(); show4(); show5(); show6(); show7(); show8();
    show9(); show10(); show11(); show12(); show13(); show14(); show15(); show16();
    struct pair p = swap(swap((struct pair){ 100, 200, 'x' }));
    printf("%d %d %c\n", p.a, p.b, p.c);
    struct longs f = { 0, 1 };
    for (int i = 0; i < 60; i++) f = fib(f);
    printf("%ld %ld\n", f.x, f.y);
    return 0;
}
