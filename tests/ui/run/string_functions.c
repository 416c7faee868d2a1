// The functions of string.h on bytes: copy, search, compare, span, token, duplicate.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static int sgn(int x) { return (x > 0) - (x < 0); }

int main(void) {
    char b[64], *p, *save;
    printf("%zu %zu %zu\n", strlen(""), strlen("four"), strnlen("longer", 3));
    printf("%s ", strcpy(b, "copy"));
    printf("%s\n", strcat(b, "") == b ? "same" : "other");
    strcat(b, "+cat"); strncat(b, "12345", 3); printf("%s\n", b);
    memset(b, '#', sizeof b); strncpy(b, "pad", 6); printf("%d%d%c\n", b[4], b[5], b[6]);
    p = stpcpy(b, "stp"); printf("%td %s\n", p - b, b);
    p = stpncpy(b, "ab", 5); printf("%td\n", p - b);
    const char *w[] = { "", "a", "A", "ab", "abc", "abd", "\xff", "B" };
    for (int i = 0; i < 8; i++) { for (int j = 0; j < 8; j++) printf("%d%d%d%d ", sgn(strcmp(w[i], w[j])), sgn(strncmp(w[i], w[j], 2)), sgn(strcasecmp(w[i], w[j])), sgn(strncasecmp(w[i], w[j], 1))); printf("\n"); }
    const char *t = "the cat sat on the mat";
    printf("%s|%s|%d|%zu\n", strchr(t, 'c'), strrchr(t, 't'), strchr(t, 'z') == NULL, strlen(strchr(t, 0)));
    printf("%s|%s|%d|%s\n", strstr(t, "sat"), strstr(t, ""), strstr(t, "dog") == NULL, strcasestr(t, "ON"));
    printf("%zu %zu %s %d\n", strspn(t, "eht "), strcspn(t, "sm"), strpbrk(t, "xyzo"), strpbrk(t, "Q") == NULL);
    printf("%s %td\n", strchrnul(t, 'o'), strchrnul(t, 'z') - t);
    char line[] = ",,one,two;;three,";
    for (p = strtok(line, ",;"); p; p = strtok(NULL, ",;")) printf("<%s>", p);
    char l2[] = "a b  c";
    for (p = strtok_r(l2, " ", &save); p; p = strtok_r(NULL, " ", &save)) printf("(%s)", p);
    char l3[] = "x::y:", *q = l3;
    while ((p = strsep(&q, ":"))) printf("[%s]", p);
    printf("\n");
    char *d = strdup("duplicated"), *e = strndup(d, 4); printf("%s %s\n", d, e); free(d); free(e);
    printf("%d %d\n", sgn(strcoll("a", "b")), (int)strxfrm(b, "xfrm", sizeof b));
    printf("%s %s\n", basename("/usr/lib/thing.c"), basename("plain"));
    printf("%d %d %d\n", sgn(strverscmp("a10", "a9")), sgn(strverscmp("a1", "a1")), sgn(strverscmp("1.02", "1.1")));
    char f[] = "xyz"; printf("%s\n", memfrob(memfrob(f, 3), 3) == (void *)f ? f : "?");
    printf("%s %td\n", (char *)rawmemchr(t, 's'), strcpy(b, "xyz") - b);
    return 0;
}
