// Structs of several sizes and classes as variable arguments.
#include <stdarg.h>
#include <stdio.h>

struct s1 { char c; };
struct s3 { char c[3]; };
struct s8 { int a, b; };
struct s12 { int a, b, c; };
struct s16 { long a, b; };
struct s24 { long a, b, c; };
struct s100 { char text[100]; };
struct d1 { double d; };
struct d2 { double d, e; };
struct mix { double d; long l; };
struct f3 { float a, b, c; };

static void show(const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    for (; *f; f++) switch (*f) {
        case '1': printf("%c ", va_arg(ap, struct s1).c); break;
        case '3': { struct s3 s = va_arg(ap, struct s3); printf("%c%c%c ", s.c[0], s.c[1], s.c[2]); break; }
        case '8': { struct s8 s = va_arg(ap, struct s8); printf("{%d,%d} ", s.a, s.b); break; }
        case 't': { struct s12 s = va_arg(ap, struct s12); printf("{%d,%d,%d} ", s.a, s.b, s.c); break; }
        case 'x': { struct s16 s = va_arg(ap, struct s16); printf("{%ld,%ld} ", s.a, s.b); break; }
        case 'y': { struct s24 s = va_arg(ap, struct s24); printf("{%ld,%ld,%ld} ", s.a, s.b, s.c); break; }
        case 'h': printf("\"%s\" ", va_arg(ap, struct s100).text); break;
        case 'd': printf("<%g> ", va_arg(ap, struct d1).d); break;
        case 'e': { struct d2 s = va_arg(ap, struct d2); printf("<%g,%g> ", s.d, s.e); break; }
        case 'm': { struct mix s = va_arg(ap, struct mix); printf("<%g,%ld> ", s.d, s.l); break; }
        case 'f': { struct f3 s = va_arg(ap, struct f3); printf("<%g,%g,%g> ", s.a, s.b, s.c); break; }
        case 'i': printf("%d ", va_arg(ap, int)); break;
    }
    va_end(ap);
    printf("\n");
}

int main(void) {
    struct s1 a = { 'a' }; struct s3 b = { "xyz" }; struct s8 c = { 1, 2 }; struct s12 d = { 3, 4, 5 };
    struct s16 e = { 6, 7 }; struct s24 f = { 8, 9, 10 }; struct s100 g = { "a longer text in a struct" };
    struct d1 h = { 1.5 }; struct d2 i = { 2.5, 3.5 }; struct mix j = { 4.5, 11 }; struct f3 k = { 1, 2, 3 };
    show("138txyhdemf", a, b, c, d, e, f, g, h, i, j, k);
    show("xxxxix", e, e, e, e, 42, e);
    show("iiiiixi", 1, 2, 3, 4, 5, e, 6);
    show("mmmmmmmmm", j, j, j, j, j, j, j, j, j);
    show("eeeeeeid", i, i, i, i, i, i, 7, h);
    show("hihiyfff", g, 1, g, 2, f, k, k, k);
    return 0;
}
