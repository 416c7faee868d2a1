// va_copy, a va_list handed on to other functions, and the v*printf and v*scanf families.
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int sum_n(int n, va_list ap) { int s = 0; while (n-- > 0) s += va_arg(ap, int); return s; }
static int twice(int n, ...) {
    va_list ap, again;
    va_start(ap, n);
    va_copy(again, ap);
    int a = sum_n(n, ap), b = sum_n(n / 2, again);
    va_end(again);
    va_end(ap);
    return a * 1000 + b;
}
static void take_one(va_list *ap) { printf("one=%d ", va_arg(*ap, int)); }
static void step(int n, ...) {
    va_list ap;
    va_start(ap, n);
    for (int i = 0; i < n; i++) take_one(&ap);
    printf("rest=%s\n", va_arg(ap, char *));
    va_end(ap);
}
static char *format(const char *f, ...) {
    va_list ap, copy;
    va_start(ap, f);
    va_copy(copy, ap);
    int n = vsnprintf(NULL, 0, f, ap);
    char *s = malloc((size_t)n + 1);
    vsnprintf(s, (size_t)n + 1, f, copy);
    va_end(copy);
    va_end(ap);
    return s;
}
static int scan(const char *text, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    int r = vsscanf(text, f, ap);
    va_end(ap);
    return r;
}
static void log_to(FILE *out, const char *f, ...) {
    va_list ap;
    va_start(ap, f);
    vfprintf(out, f, ap);
    va_end(ap);
}

int main(void) {
    printf("%d\n", twice(8, 1, 2, 3, 4, 5, 6, 7, 8));
    step(3, 5, 6, 7, "end");
    step(9, 1, 2, 3, 4, 5, 6, 7, 8, 9, "far end");
    char *s = format("%s-%d-%.3f-%c-%Lf-%lld", "text", 42, 3.14159, 'q', 2.5L, 1LL << 40);
    printf("%s %zu\n", s, strlen(s));
    free(s);
    int a; char w[10]; double d;
    int n = scan("12 word 3.5", "%d %9s %lf", &a, w, &d);
    printf("%d %d %s %g\n", n, a, w, d);
    log_to(stderr, "to stderr: %s %d\n", "x", 1);
    log_to(stdout, "%d%%\n", 100);
    return 0;
}
