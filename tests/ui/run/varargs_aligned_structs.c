// Variable arguments that are aligned to more than 16 bytes, behind any number of others.
#include <stdarg.h>
#include <stdio.h>

struct __attribute__((aligned(32))) v32 { double a, b, c, d; };
struct __attribute__((aligned(64))) v64 { long long a[8]; };
struct __attribute__((aligned(16))) v16 { double a; long long b; };
struct plain { long long a, b, c; };

static __attribute__((noinline)) void take(const char *kinds, ...) {
    va_list list;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i') {
            printf(" %d", va_arg(list, int));
        } else if (*kinds == 'd') {
            printf(" %g", va_arg(list, double));
        } else if (*kinds == 'p') {
            struct plain p = va_arg(list, struct plain);
            printf(" {%lld %lld %lld}", p.a, p.b, p.c);
        } else if (*kinds == '1') {
            struct v16 v = va_arg(list, struct v16);
            printf(" <%g %lld>", v.a, v.b);
        } else if (*kinds == '3') {
            struct v32 v = va_arg(list, struct v32);
            printf(" [%g %g %g %g]", v.a, v.b, v.c, v.d);
        } else {
            struct v64 v = va_arg(list, struct v64);
            printf(" (%lld %lld %lld)", v.a[0], v.a[3], v.a[7]);
        }
    }
    va_end(list);
    printf("\n");
}

int main(void) {
    struct v32 f = { 1.5, 2.5, 3.5, 4.5 };
    struct v64 w = { { 1, 2, 3, 4, 5, 6, 7, 8 } };
    struct v16 x = { 0.25, 99 };
    struct plain p = { 7, 8, 9 };
    take("3", f);
    take("i3", 1, f);
    take("p3", p, f);
    take("pi3i", p, 1, f, 2);
    take("w", w);
    take("p4", p, w);
    take("33p43", f, f, p, w, f);
    take("iiiiiii3", 1, 2, 3, 4, 5, 6, 7, f);
    take("ddddddddd3d", 1., 2., 3., 4., 5., 6., 7., 8., 9., f, 10.);
    take("1p1i1d13", x, p, x, 1, x, 2., x, f);
    return 0;
}
