// Hex float constants, strtod and strtof corner cases, correct rounding.
#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    double c[] = { 0x1p0, 0x1.8p1, -0x.1p4, 0x1.fffffffffffffp1023, 0x1p-1074, 0xabc.defp-8 };
    for (int i = 0; i < 6; i++) printf("%a %.17g\n", c[i], c[i]);
    const char *t[] = { "0", "-0", "+1.5", "  12abc", "1e10", "1E+5", "1e-400", "1e400", "-1e400", "0x1p3", "0X1.8P-2z", "0x.1", "0x", "0xg", ".5", "5.", ".", "e5", "1e+", "inf", "Infinity", "infinit", "nan", "NaN(123)", "nan(", "2.2250738585072011e-308", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324",
        "9007199254740993", "9007199254740992.9999", "9007199254740993.0000000000000000000000001", "1.7976931348623157e308", "1.7976931348623159e308", "0.000000000000000000000000000000000000000000000000000000000000000000000000000001e77", "123456789012345678901234567890e-30", "1_000", "1,5" };
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        char *e;
        errno = 0;
        double d = strtod(t[i], &e);
        int err = errno;
        if (isnan(d)) printf("nan [%s]\n", e);
        else printf("%.17g %a [%s] %d\n", d, d, e, err == ERANGE && (d == 0 || isinf(d)));
        errno = 0;
        float f = strtof(t[i], &e);
        if (!isnan(f)) printf("   %.9g [%s]\n", f, e);
    }
    printf("%g %g %g\n", atof("3.5e2x"), atof("junk"), atof(""));
    return 0;
}
