// Complex numbers: arithmetic, parts, functions, passing by value, float and long double forms.
//@ cflags: -lm
#include <complex.h>
#include <stdio.h>

static void show(const char *n, double complex z) { printf("%s %.10g %.10g\n", n, creal(z) + 0.0, cimag(z) + 0.0); }
static __attribute__((noinline)) double complex step(double complex z, double complex c) { return z * z + c; }
static __attribute__((noinline)) float complex half(float complex z) { return z / 2; }
static int escapes(double complex c) { double complex z = 0; int n = 0; while (cabs(z) <= 2 && n < 50) { z = step(z, c); n++; } return n; }

int main(void) {
    double complex a = 3 + 4 * I, b = 1 - 2 * I;
    show("sum", a + b); show("difference", a - b); show("product", a * b); show("quotient", a / b);
    show("negative", -a); show("conjugate", conj(a)); show("scaled", a * 2.5); show("real minus", 1 - a);
    printf("%.10g %.10g %.10g\n", cabs(a), carg(a), cabs(b * a));
    show("sqrt", csqrt(a)); show("sqrt of negative", csqrt(-4)); show("exp", cexp(I * 3.14159265358979));
    show("log", clog(a)); show("pow", cpow(b, 3)); show("sin", csin(b)); show("cos", ccos(b));
    printf("%d %d\n", a == 3 + 4 * I, a != b);
    float complex f = half(5.0f + 7.0f * I);
    printf("%g %g %zu\n", crealf(f), cimagf(f), sizeof f);
    long double complex l = (1.5L + 0.5L * I) * (2.0L - 1.0L * I);
    printf("%Lg %Lg %zu\n", creall(l), cimagl(l), sizeof l);
    for (double y = -1; y <= 1; y += 0.25) { for (double x = -2; x <= 0.5; x += 0.125) putchar(".:-=+*#%@"[escapes(x + y * I) / 6]); putchar('\n'); }
    double complex arr[3] = { 1, I, 1 + I }, s = 0;
    for (int i = 0; i < 3; i++) s += arr[i] * arr[i];
    show("sum of squares", s);
    __real__ s = 9; __imag__ s = -9;
    show("parts set", s);
    return 0;
}
