// memcpy, memmove, memset, memcmp, memchr and relatives, with all small sizes and overlaps.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

static int sgn(int x) { return (x > 0) - (x < 0); }
static unsigned long hash(const void *p, size_t n) { const unsigned char *b = p; unsigned long h = 1469598103934665603UL; while (n--) h = (h ^ *b++) * 1099511628211UL; return h; }

int main(void) {
    unsigned char a[256], b[256];
    for (int i = 0; i < 256; i++) a[i] = (unsigned char)(i * 37 + 11);
    for (size_t n = 0; n < 70; n += 3) { memset(b, 0xee, sizeof b); memcpy(b + n % 8, a + n % 5, n); printf("%016lx ", hash(b, sizeof b)); }
    printf("\n");
    for (int from = 0; from < 40; from += 13)
        for (int to = 0; to < 40; to += 7) { memcpy(b, a, sizeof b); memmove(b + to, b + from, 100); printf("%016lx ", hash(b, sizeof b)); }
    printf("\n");
    for (int v = 0; v < 300; v += 77) { memset(b + 3, v, 50); printf("%d ", b[10]); }
    printf("\n%d %d %d %d\n", sgn(memcmp("abc", "abd", 3)), memcmp("abc", "abd", 2), sgn(memcmp("\xff", "\x01", 1)), memcmp("x", "y", 0));
    const char *t = "needle in a haystack";
    printf("%td %d %td\n", (char *)memchr(t, 'n', 20) - t, memchr(t, 'z', 20) == NULL, (char *)memrchr(t, 'n', 20) - t);
    printf("%td %d\n", (char *)memmem(t, 20, "hay", 3) - t, memmem(t, 5, "hay", 3) == NULL);
    char d[20];
    char *e = mempcpy(d, "abcdef", 3); *e = 0; printf("%s\n", d);
    char *c = memccpy(d, "until;stop", ';', 10); *c = 0; printf("%s %d\n", d, memccpy(d, "none", ';', 4) == NULL);
    bzero(d, sizeof d); bcopy("bcopy", d, 5); printf("%s %d\n", d, bcmp("a", "a", 1));
    printf("%s %s\n", index("abcabc", 'b'), rindex("abcabc", 'b'));
    explicit_bzero(d, 2); printf("%d %d %c\n", d[0], d[1], d[2]);
    struct s { char c; int i; char t[5]; } x, y;
    memset(&x, 0, sizeof x); memset(&y, 0, sizeof y);
    x.c = y.c = 1; x.i = y.i = 2; strcpy(x.t, "abc"); strcpy(y.t, "abc");
    printf("%d ", memcmp(&x, &y, sizeof x));
    y.t[3] = 1;
    printf("%d\n", sgn(memcmp(&x, &y, sizeof x)));
    int v[5] = { 1, 2, 3, 4, 5 };
    memmove(v + 1, v, 4 * sizeof *v);
    printf("%d %d %d %d %d\n", v[0], v[1], v[2], v[3], v[4]);
    return 0;
}
