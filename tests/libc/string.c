//@ cflags: -fno-builtin
/* Functions on strings of bytes in the C locale. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char b[48];

static void fill(const char *s) {
    memset(b, '#', sizeof b);
    if (s)
        memcpy(b, s, strlen(s) + 1);
}

static const char *const strings[] = {"", "a", "ab", "abc", "abd", "ABC", "aBc", "abcabc", "hello, world", " \t x", "a/b/c", "x=1;y=2",
                                      "\xc3\xa4", "\xff\x80", "0123456789abcdef0", "aaaaaaaab", "item9", "item10", "item010", "1.05", "1.5"};

static void pairs(void) {
    for (size_t i = 0; i < COUNT(strings); i++)
        for (size_t j = 0; j < COUNT(strings); j++) {
            const char *x = strings[i], *y = strings[j];
#define PAIR() (arg_str(x), arg_str(y))
            PAIR(); SIGN(strcmp, (x, y));
            PAIR(); SIGN(strcasecmp, (x, y));
            PAIR(); SIGN(strcoll, (x, y));
            PAIR(); SIGN(strverscmp, (x, y));
            PAIR(); UINT(strspn, (x, y));
            PAIR(); UINT(strcspn, (x, y));
            PAIR(); PTR(strpbrk, (x, y), x);
            PAIR(); PTR(strstr, (x, y), x);
            PAIR(); PTR(strcasestr, (x, y), x);
        }
}

static void counted(void) {
    static const size_t lengths[] = {0, 1, 2, 3, 5, 40};
    for (size_t k = 0; k < COUNT(lengths); k++) {
        size_t n = lengths[k];
        for (size_t i = 0; i < COUNT(strings); i++) {
            const char *x = strings[i];
#define ONE() (arg_str(x), arg_int(n))
            ONE(); UINT(strnlen, (x, n));
            fill(NULL); ONE(); PTR(strncpy, (b, x, n), b); bytes(b, 48);
            fill(NULL); ONE(); PTR(stpncpy, (b, x, n), b); bytes(b, 48);
            fill("xy"); ONE(); PTR(strncat, (b, x, n < 20 ? n : 20), b); bytes(b, 48);
            ONE(); STR(strndup, (x, n));
            fill(NULL); ONE(); UINT(strxfrm, (b, x, n)); if (n > strlen(x)) bytes(b, 48);
            ONE(); arg_str("abcABC"); SIGN(strncmp, (x, "abcABC", n));
            ONE(); arg_str("abcABC"); SIGN(strncasecmp, (x, "abcABC", n));
        }
    }
}

static void single(void) {
    for (size_t i = 0; i < COUNT(strings); i++) {
        const char *x = strings[i];
        arg_str(x); UINT(strlen, (x));
        fill(NULL); arg_str(x); PTR(strcpy, (b, x), b); bytes(b, 24);
        fill(NULL); arg_str(x); PTR(stpcpy, (b, x), b); bytes(b, 24);
        fill("pre"); arg_str(x); PTR(strcat, (b, x), b); bytes(b, 24);
        arg_str(x); STR(strdup, (x));
        static const int chars[] = {'a', 'c', '/', 0, 0xff, 0x161, -1, ' '};
        for (size_t k = 0; k < COUNT(chars); k++) {
#define CHAR() (arg_str(x), arg_int(chars[k]))
            CHAR(); PTR(strchr, (x, chars[k]), x);
            CHAR(); PTR(strrchr, (x, chars[k]), x);
            CHAR(); PTR(strchrnul, (x, chars[k]), x);
            CHAR(); PTR(index, (x, chars[k]), x);
            CHAR(); PTR(rindex, (x, chars[k]), x);
        }
    }
}

static void tokens(void) {
    static const char *const texts[] = {"", ",", ",,", "a", "a,b", ",a,,b,", "a b,c;d", ";;x"};
    static const char *const sets[] = {",", ", ;", "", "x"};
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t j = 0; j < COUNT(sets); j++) {
            char *save = NULL, *rest = b;
            fill(texts[i]);
            for (int n = 0; n < 6; n++) {
                arg_str(n ? NULL : texts[i]); arg_str(sets[j]); PTR(strtok, (n ? NULL : b, sets[j]), b); bytes(b, 10);
            }
            fill(texts[i]);
            for (int n = 0; n < 6; n++) {
                arg_str(n ? NULL : texts[i]); arg_str(sets[j]); PTR(strtok_r, (n ? NULL : b, sets[j], &save), b); bytes(b, 10);
            }
            fill(texts[i]);
            for (int n = 0; n < 7; n++) {
                arg_str(texts[i]); arg_str(sets[j]); arg_int(n); PTR(strsep, (&rest, sets[j]), b); bytes(b, 10);
                also_ptr("rest", rest, b);
            }
        }
    static const char *const paths[] = {"", "/", "//", "///", ".", "..", "a", "a/", "/a", "a/b", "/a/b/", "a//b", "//a", "usr/lib/x.so", "a/b//"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        arg_str(paths[i]); STR(basename, (paths[i]));
    }
}

int main(void) {
    single();
    pairs();
    counted();
    tokens();
    return done();
}
