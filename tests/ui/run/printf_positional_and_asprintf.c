// printf corner cases: positional arguments, dynamic widths, %n sizes, very wide fields, dprintf, asprintf.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    printf("%3$s %1$s %2$s\n", "b", "c", "a");
    printf("%1$*2$d|%1$-*2$d|%1$.*3$d\n", 42, 6, 4);
    signed char hh; short h; long l; long long ll; int n;
    printf("abc%hhn%hn%ln%lln%n\n", &hh, &h, &l, &ll, &n); printf("%d %d %ld %lld %d\n", hh, h, l, ll, n);
    char *s = NULL; int r = asprintf(&s, "%0200d|%-200s|%s", 7, "left", "end"); printf("%d %zu %s\n", r, strlen(s), s + 395); free(s);
    fflush(stdout); dprintf(1, "dprintf %d\n", 5); dprintf(2, "to stderr %s\n", "too");
    printf("%%|%-5d|%05d|%+05d|% 05d\n", 1, 2, 3, 4);
    printf("%.3d|%8.3d|%-8.3d|%08.3d\n", 5, 5, 5, 5);
    printf("%#.3x|%#8x|%#08x|%#-8x|\n", 5, 5, 5, 5);
    printf("%.0f %.0f %.0f %.0f %.0f\n", 0.5, 1.5, 2.5, 3.5, 4.5);
    printf("%.1f %.1f %.2f %.3e\n", 0.25, 0.35, 1.005, 123456.5);
    printf("%'d\n", 1234567);
    printf("%hhx %hx %lx %llx %jx %zx %tx\n", (unsigned char)0xabc, (unsigned short)0xabcde, 0xabcUL, 0xabcULL, (__INTMAX_TYPE__)1, (size_t)2, (__PTRDIFF_TYPE__)3);
    char small[5]; r = snprintf(small, sizeof small, "%s", "truncated"); printf("%d %s\n", r, small);
    printf("%c%c%c|%3c|%-3c|\n", 72, 105, 33, 'r', 'l');
    printf("%s|%.10s|%.*s|%-*s|\n", "", "short", 3, "abcdef", 6, "pad");
    return 0;
}
