// sscanf: integers, floats, strings, scan sets, widths, suppression, %n, %m, failures.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    int a = 0, b = 0, c = 0, n = 0, r; unsigned u = 0; long l = 0; long long ll = 0; short h = 0; signed char hh = 0; size_t z = 0;
    float f = 0; double d = 0; char s[32] = "", t[32] = "", ch = 0, two[2];
    r = sscanf("10 -20 +30", "%d%d%d", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("0x1f 017 12 0x1f", "%i %i %i %x", &a, &b, &c, &u); printf("%d %d %d %d %u\n", r, a, b, c, u);
    r = sscanf("777 ffff 4000000000", "%o %X %u", &u, (unsigned *)&a, (unsigned *)&b); printf("%d %u %d %u\n", r, u, a, (unsigned)b);
    r = sscanf("123456", "%2d%3d%d", &a, &b, &c); printf("%d %d %d %d\n", r, a, b, c);
    r = sscanf("-5000000000 9000000000000 -3 -4 55", "%ld %lld %hd %hhd %zu", &l, &ll, &h, &hh, &z); printf("%d %ld %lld %d %d %zu\n", r, l, ll, h, hh, z);
    r = sscanf("3.5 -2e3 inf", "%f %lf %f", &f, &d, &f); printf("%d %g %g\n", r, d, f);
    r = sscanf("  hello   world", "%s %31s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("abcdef", "%3s%c%2c", s, &ch, two); printf("%d %s %c %c%c\n", r, s, ch, two[0], two[1]);
    r = sscanf("key=value;rest", "%[^=]=%[a-z];%n", s, t, &n); printf("%d %s %s %d\n", r, s, t, n);
    r = sscanf("]x-y]", "%[]x-]%s", s, t); printf("%d %s %s\n", r, s, t);
    r = sscanf("12:34:56", "%d:%*d:%d", &a, &b); printf("%d %d %d\n", r, a, b);
    r = sscanf("50% done", "%d%% %s", &a, s); printf("%d %d %s\n", r, a, s);
    r = sscanf("abc", "%d", &a); printf("%d\n", r);
    r = sscanf("", "%d", &a); printf("%d\n", r);
    r = sscanf("7 x", "%d %d", &a, &b); printf("%d %d\n", r, a);
    r = sscanf("a,b", "%c, %c", &ch, s); printf("%d %c %c\n", r, ch, s[0]);
    r = sscanf("lit 9", "lit %d", &a); printf("%d %d\n", r, a);
    r = sscanf("other 9", "lit %d", &a); printf("%d\n", r);
    char *m1 = NULL, *m2 = NULL;
    r = sscanf("allocated text here", "%ms %m[a-z ]", &m1, &m2); printf("%d %s|%s\n", r, m1, m2); free(m1); free(m2);
    void *p; r = sscanf("0x1234", "%p", &p); printf("%d %d\n", r, p == (void *)0x1234);
    r = sscanf("1 2", "%2$d %1$d", &a, &b); printf("%d %d %d\n", r, a, b);
    const char *text = "3 1 4 1 5 9", *q = text; int sum = 0;
    while (sscanf(q, "%d%n", &a, &n) == 1) { sum += a; q += n; }
    printf("%d %td\n", sum, q - text);
    return 0;
}
