// _Generic selections, type-generic macros and static assertions.
#include <stdio.h>
#include <stdlib.h>

#define KIND(x) _Generic((x), char: "char", signed char: "schar", unsigned char: "uchar", short: "short", int: "int", unsigned: "unsigned", long: "long", unsigned long: "ulong", long long: "llong", float: "float", double: "double", long double: "ldouble", char *: "char*", const char *: "const char*", int *: "int*", void *: "void*", default: "other")
#define ABS(x) _Generic((x), int: abs, long: labs, long long: llabs, double: absd)(x)
#define SHOW(x) _Generic((x), int: show_int, double: show_double, const char *: show_text, char *: show_text, struct point: show_point)(x)

struct point { int x, y; };
static double absd(double d) { return d < 0 ? -d : d; }
static void show_int(int i) { printf("int %d\n", i); }
static void show_double(double d) { printf("double %g\n", d); }
static void show_text(const char *s) { printf("text %s\n", s); }
static void show_point(struct point p) { printf("point %d,%d\n", p.x, p.y); }
_Static_assert(sizeof(long) == 8, "64-bit");
_Static_assert(_Generic(1u + 1, unsigned: 1, default: 0), "conversion");

int main(void) {
    char c = 'x'; short s = 1; float f = 1; long l = 1; const char *t = "t"; int i = 0;
    printf("%s %s %s %s %s %s\n", KIND(c), KIND(s), KIND(f), KIND(l), KIND(t), KIND(&i));
    printf("%s %s %s %s\n", KIND(c + c), KIND(s * 2u), KIND(f + 1.0), KIND(l + 1ULL));
    printf("%s %s %s %s %s\n", KIND('a'), KIND(1.0f), KIND(1.0L), KIND("lit"), KIND((void *)0));
    printf("%s %s %s\n", KIND(i ? 1 : 2.0), KIND((char)1), KIND(&main));
    printf("%d %ld %g\n", ABS(-5), ABS(-6L), ABS(-7.5));
    SHOW(3); SHOW(2.5); SHOW("hello"); SHOW(((struct point){ 4, 5 }));
    return 0;
}
