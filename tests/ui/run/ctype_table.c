// All of ctype.h over every unsigned char and EOF.
#include <ctype.h>
#include <stdio.h>

int main(void) {
    static int (*const tests[])(int) = { isalpha, isdigit, isalnum, isspace, isupper, islower, ispunct, iscntrl, isprint, isgraph, isxdigit, isblank };
    for (int c = -1; c < 256; c++) {
        unsigned m = 0;
        for (unsigned i = 0; i < 12; i++) m |= (unsigned)!!tests[i](c) << i;
        printf("%03x%s", m, c % 16 == 15 ? "\n" : " ");
    }
    printf("\n");
    for (int c = -1; c < 256; c++) { int u = toupper(c), l = tolower(c); if (u != c || l != c) printf("%d:%d:%d ", c, u, l); }
    printf("\n%d %d %d\n", isascii(200) != 0, toascii(200), isascii('a') != 0);
    const char *s = "Mixed CASE, with 42 digits!\t";
    int up = 0, low = 0, dig = 0, sp = 0, pun = 0;
    for (const char *p = s; *p; p++) {
        unsigned char c = (unsigned char)*p;
        up += !!isupper(c); low += !!islower(c); dig += !!isdigit(c); sp += !!isspace(c); pun += !!ispunct(c);
        putchar(isupper(c) ? tolower(c) : toupper(c));
    }
    printf("%d %d %d %d %d\n", up, low, dig, sp, pun);
    return 0;
}
