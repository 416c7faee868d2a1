// Variable arguments of every scalar type, more than fit in registers.
#include <stdarg.h>
#include <stdio.h>

static void show(const char *types, ...) {
    va_list ap;
    va_start(ap, types);
    for (; *types; types++) {
        switch (*types) {
        case 'c': printf("c=%c ", va_arg(ap, int)); break;
        case 'i': printf("i=%d ", va_arg(ap, int)); break;
        case 'u': printf("u=%u ", va_arg(ap, unsigned)); break;
        case 'l': printf("l=%ld ", va_arg(ap, long)); break;
        case 'q': printf("q=%lld ", va_arg(ap, long long)); break;
        case 'Q': printf("Q=%llx ", va_arg(ap, unsigned long long)); break;
        case 'd': printf("d=%g ", va_arg(ap, double)); break;
        case 'D': printf("D=%Lg ", va_arg(ap, long double)); break;
        case 's': printf("s=%s ", va_arg(ap, char *)); break;
        case 'p': printf("p=%d ", *va_arg(ap, int *)); break;
        case 'x': { __int128 v = va_arg(ap, __int128); printf("x=%llx:%llx ", (unsigned long long)(v >> 64), (unsigned long long)v); break; }
        case 'f': printf("f=%d ", va_arg(ap, int (*)(int))(20)); break;
        }
    }
    va_end(ap);
    printf("\n");
}
static int half(int n) { return n / 2; }

int main(void) {
    int n = 77;
    __int128 big = ((__int128)0x1122334455667788LL << 64) | 0x99aabbccddeeff00ULL;
    show("");
    show("c", 'z');
    show("iiiiiiiiii", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
    show("dddddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10., 11., 12.);
    show("idididididididididid", 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5, 5.5, 6, 6.5, 7, 7.5, 8, 8.5, 9, 9.5, 10, 10.5);
    show("DiDdD", 1.25L, 3, -2.5L, 4.0, 1e4000L);
    show("xixixix", big, 1, -big, 2, (__int128)-1, 3, big);
    show("ssspf", "one", "two", "three", &n, half);
    show("uqQl", 4000000000u, -5000000000LL, 0xfeedfacecafebeefULL, -1L);
    show("iiiiixD", 1, 2, 3, 4, 5, big, 9.75L);
    show("fd", half, (double)1.1f);
    return 0;
}
