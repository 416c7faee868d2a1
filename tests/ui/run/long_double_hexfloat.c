// The %La format of long double, and its way back through strtold.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    volatile long double v[] = { 0, 1, -1, 0.1L, 12.5L, 1e100L, 65535.9375L, 0x1p-16445L };
    for (unsigned i = 0; i < sizeof v / sizeof *v; i++) {
        char b[64];
        printf("%La %LA\n", v[i], v[i]);
        snprintf(b, sizeof b, "%La", v[i]);
        printf("%d\n", strtold(b, NULL) == v[i]);
    }
    printf("%.3La %20La|%-20La|%+La\n", 1.5L, 2.0L, 3.0L, 0.5L);
    return 0;
}
