// The cleanup attribute, variadic macros, stringizing, pasting, __VA_OPT__-free counting, X macros.
#include <stdio.h>
#include <stdlib.h>

static void free_text(char **p) { printf("free(%s) ", *p ? *p : "null"); free(*p); }
static void leave(const int *n) { printf("leave %d ", *n); }
static char *dup_text(const char *s) { size_t n = 0; while (s[n]) n++; char *r = malloc(n + 1); for (size_t i = 0; i <= n; i++) r[i] = s[i]; return r; }
static int early(int n) {
    __attribute__((cleanup(leave))) int a = n;
    if (n > 1) return a * 10;
    __attribute__((cleanup(free_text))) char *t = dup_text("scoped");
    for (int i = 0; i < 2; i++) { __attribute__((cleanup(leave))) int k = i + 50; if (i == n) break; }
    return t[0];
}
#define STR(x) #x
#define XSTR(x) STR(x)
#define CAT(a, b) a##b
#define XCAT(a, b) CAT(a, b)
#define COUNT(...) COUNT_(__VA_ARGS__, 5, 4, 3, 2, 1)
#define COUNT_(a, b, c, d, e, n, ...) n
#define LOG(f, ...) printf("[" f "]", ##__VA_ARGS__)
#define COLORS X(red, 0xff0000) X(green, 0x00ff00) X(blue, 0x0000ff)
#define X(n, v) color_##n,
enum colors { COLORS N_COLORS };
#undef X
#define X(n, v) { #n, v },
static const struct { const char *name; int rgb; } colors[] = { COLORS };
#undef X
#define VALUE 42
#define max(a, b) ({ typeof(a) _a = (a); typeof(b) _b = (b); _a > _b ? _a : _b; })

int main(void) {
    for (int i = 0; i < 3; i++) printf("= %d\n", early(i));
    printf("%s %s %d\n", STR(VALUE), XSTR(VALUE), XCAT(1, VALUE));
    printf("%d %d %d\n", COUNT(a), COUNT(a, b, c), COUNT(1, 2, 3, 4, 5));
    LOG("plain"); LOG("%d %s", 1, "two"); printf("\n");
    for (int i = 0; i < N_COLORS; i++) printf("%s=%06x ", colors[i].name, colors[i].rgb);
    int n = 3; printf("\n%d %g\n", max(n++, 2), max(1.5, 2.5)); printf("%d\n", n);
    printf("%s:%d %d\n", __func__, __LINE__ > 0, __COUNTER__);
#if defined(__x86_64__) && !defined(NOT_DEFINED) && VALUE * 2 == 84
    printf("conditional\n");
#else
    printf("other\n");
#endif
    return 0;
}
