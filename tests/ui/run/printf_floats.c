// printf of doubles: f e g a with flags, widths, precisions; rounding; extremes.
#include <float.h>
#include <math.h>
#include <stdio.h>

int main(void) {
    static const char *const formats[] = { "%f", "%.0f", "%.1f", "%10.3f", "%-10.2f|", "%+.2f", "% .2f", "%010.2f", "%#.0f", "%e", "%.0e", "%.3E", "%12.4e", "%g", "%G", "%.3g", "%.10g", "%#g", "%#.3g", "%010g", "%.17g", "%a", "%.2a", "%A", "%15a|", "%F" };
    static const double values[] = { 0.0, -0.0, 1.0, -1.5, 0.1, 0.5, 1.5, 2.5, 0.05, 0.15, 999999.5, 1000000.0, 123456789.125, 1e-5, 0.0001, 1e15, 1e16, 1e22, 1e23, 5e-324, 2.2250738585072014e-308, 9.995, 0.99999999 };
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        for (unsigned j = 0; j < sizeof formats / sizeof *formats; j++) { printf(formats[j], values[i]); putchar(' '); }
        putchar('\n');
    }
    printf("%f\n%e\n%g\n", DBL_MAX, DBL_MAX, DBL_MAX);
    printf("%.1100f\n", 5e-324);
    printf("%.60f\n%.80e\n", 0.1, 1.0 / 3);
    printf("%f %F %e %g %5f|%-6f|%+f %06f\n", INFINITY, INFINITY, -INFINITY, INFINITY, INFINITY, INFINITY, INFINITY, -INFINITY);
    printf("%f %F %6.1f|%+f\n", fabs(NAN), fabs(NAN), fabs(NAN), fabs(NAN));
    printf("%.*f %*.*f %.*e\n", 2, 3.14159, 10, 3, 2.71828, -1, 1.0);
    printf("%g %g %g\n", 100000.0, 1000000.0, 0.00001234);
    printf("%lf %hhd %5.f\n", 1.25, 3, 2.5);
    return 0;
}
