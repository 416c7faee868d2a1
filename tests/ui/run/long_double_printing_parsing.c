// Printing and parsing of long double: %Lf %Le %Lg with flags, strtold, sscanf %Lf.
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    long double v[] = { 0, -0.0L, 1, 0.1L, 123456.789L, 1e21L, 9.99999999L, 5e-324L, 3.6e-4951L, 1.18973149535723176502e+4932L };
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        if (v[i] < 1e100L) printf("%Lf %.0Lf %+012.3Lf %-14.2Lf| ", v[i], v[i], v[i], v[i]);
        printf("%Le %.0Le %#.0LE %Lg %#Lg %.20Lg %LG\n", v[i], v[i], v[i], v[i], v[i], v[i], v[i]);
    }
    printf("%.60Lf\n%.70Le\n", 0.1L, 1.0L / 3);
    const char *t[] = { "1", "  -2.5e3xyz", "0x1.8p4", "0x.8", ".5.", "1e5000", "-1e5000", "1e-5000", "inf", "-INFINITY!", "nan", "1e", "0x", "abc", "",
        "0.1000000000000000000000000000000000000001", "18446744073709551617", "1.00000000000000000005421010862427522170037264", "3.3621031431120935062626778173217526e-4932", "0x1p-16445", "0x1p-16446" };
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        char *end;
        errno = 0;
        long double r = strtold(t[i], &end);
        printf("%.21Lg [%s] %d\n", r, end, errno == ERANGE);
    }
    long double a = 0, b = 0;
    int n = sscanf("3.25 -1e-3", "%Lf %Le", &a, &b);
    printf("%d %Lg %Lg\n", n, a, b);
    char buf[64];
    snprintf(buf, sizeof buf, "%.25Lg", 0.7L);
    printf("%s %d\n", buf, strtold(buf, NULL) == 0.7L);
    return 0;
}
