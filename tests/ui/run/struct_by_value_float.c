// Structs of floats and doubles, alone and mixed with integers, passed and returned.
#include <stdio.h>

struct f1 { float a; };
struct f2 { float a, b; };
struct f3 { float a, b, c; };
struct f4 { float a, b, c, d; };
struct d1 { double a; };
struct d2 { double a, b; };
struct fd { float a; double b; };
struct fi { float a; int b; };
struct di { double a; int b; };
struct ffi { float a, b; int c; };
struct ld1 { long double a; };
struct arr { float v[3]; short s; };

#define NI __attribute__((noinline)) static
NI struct f1 t1(struct f1 x) { x.a *= 2; return x; }
NI struct f2 t2(struct f2 x) { return (struct f2){ x.b, x.a }; }
NI struct f3 t3(struct f3 x) { return (struct f3){ x.c, x.a, x.b }; }
NI struct f4 t4(struct f4 x) { return (struct f4){ x.d, x.c, x.b, x.a }; }
NI struct d1 t5(struct d1 x) { x.a /= 4; return x; }
NI struct d2 t6(struct d2 x) { return (struct d2){ x.a + x.b, x.a - x.b }; }
NI struct fd t7(struct fd x) { return (struct fd){ (float)x.b, x.a }; }
NI struct fi t8(struct fi x) { return (struct fi){ (float)x.b, (int)x.a }; }
NI struct di t9(struct di x) { return (struct di){ x.b + 0.5, (int)x.a }; }
NI struct ffi t10(struct ffi x) { return (struct ffi){ x.b, x.a, x.c + 1 }; }
NI struct ld1 t11(struct ld1 x) { x.a += 0.25L; return x; }
NI struct arr t12(struct arr x) { x.v[1] = x.v[0] + x.v[2]; x.s++; return x; }
NI double many(struct d2 a, struct fi b, struct d2 c, struct d2 d, struct d2 e, struct f4 f, struct d2 g) {
    return a.a + b.a * b.b + c.b + d.a + e.b * 2 + f.c + g.a - g.b;
}

int main(void) {
    struct f1 a = t1((struct f1){ 1.25f }); printf("%g\n", a.a);
    struct f2 b = t2((struct f2){ 1, 2 }); printf("%g %g\n", b.a, b.b);
    struct f3 c = t3((struct f3){ 1, 2, 3 }); printf("%g %g %g\n", c.a, c.b, c.c);
    struct f4 d = t4((struct f4){ 1, 2, 3, 4 }); printf("%g %g %g %g\n", d.a, d.b, d.c, d.d);
    struct d1 e = t5((struct d1){ 10 }); printf("%g\n", e.a);
    struct d2 f = t6((struct d2){ 3.5, 1.25 }); printf("%g %g\n", f.a, f.b);
    struct fd g = t7((struct fd){ 7.5f, 8.5 }); printf("%g %g\n", g.a, g.b);
    struct fi h = t8((struct fi){ 7.5f, 9 }); printf("%g %d\n", h.a, h.b);
    struct di i = t9((struct di){ -3.75, 12 }); printf("%g %d\n", i.a, i.b);
    struct ffi j = t10((struct ffi){ 0.5f, 1.5f, 41 }); printf("%g %g %d\n", j.a, j.b, j.c);
    struct ld1 k = t11((struct ld1){ 100.5L }); printf("%Lg\n", k.a);
    struct arr l = t12((struct arr){ { 1, 0, 5 }, -1 }); printf("%g %g %g %d\n", l.v[0], l.v[1], l.v[2], l.s);
    printf("%g\n", many(f, h, f, f, f, d, f));
    return 0;
}
