//@ cflags: -fno-builtin
/* Wide strings: the counterparts of the string functions, and numbers out of wide strings. */
#include "check.h"
#include <inttypes.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static wchar_t b[48];

static void fill(const wchar_t *s) {
    for (size_t i = 0; i < COUNT(b); i++)
        b[i] = L'#';
    if (s)
        memcpy(b, s, (wcslen(s) + 1) * sizeof *s);
}

static void arg_wide(const wchar_t *s) {
    char text[200];
    size_t n = 0;
    for (; *s && n < sizeof text - 12; s++)
        if (*s < 127)
            text[n++] = (char)*s;
        else {
            text[n++] = '\\';
            for (int k = 5; k >= 0; k--)
                text[n++] = "0123456789abcdef"[*s >> (4 * k) & 15];
        }
    text[n] = 0;
    arg_str(text);
}

static const wchar_t *const strings[] = {L"", L"a", L"ab", L"abc", L"ABC", L"abd", L"abcabc", L"hello", L"\x80", L"\x3b1\x3b2", L"\x10ffff", L"\xc4", L"\xe4", L"x,y"};

static void pairs(void) {
    for (size_t i = 0; i < COUNT(strings); i++)
        for (size_t j = 0; j < COUNT(strings); j++) {
            const wchar_t *x = strings[i], *y = strings[j];
#define PAIR() (arg_wide(x), arg_wide(y))
            PAIR(); SIGN(wcscmp, (x, y));
            PAIR(); SIGN(wcscasecmp, (x, y));
            PAIR(); SIGN(wcscoll, (x, y));
            PAIR(); UINT(wcsspn, (x, y));
            PAIR(); UINT(wcscspn, (x, y));
            PAIR(); PTR(wcspbrk, (x, y), x);
            PAIR(); PTR(wcsstr, (x, y), x);
            PAIR(); PTR(wcswcs, (x, y), x);
            static const size_t lengths[] = {0, 1, 2, 9};
            for (size_t k = 0; k < COUNT(lengths); k++) {
                PAIR(); arg_int(lengths[k]); SIGN(wcsncmp, (x, y, lengths[k]));
                PAIR(); arg_int(lengths[k]); SIGN(wcsncasecmp, (x, y, lengths[k]));
            }
        }
}

static void single(void) {
    for (size_t i = 0; i < COUNT(strings); i++) {
        const wchar_t *x = strings[i];
        arg_wide(x); UINT(wcslen, (x));
        fill(NULL); arg_wide(x); PTR(wcscpy, (b, x), b); bytes(b, 40);
        fill(NULL); arg_wide(x); PTR(wcpcpy, (b, x), b); bytes(b, 40);
        fill(L"pre"); arg_wide(x); PTR(wcscat, (b, x), b); bytes(b, 48);
        arg_wide(x); WSTR(wcsdup, (x));
        static const size_t lengths[] = {0, 1, 2, 5, 9};
        for (size_t k = 0; k < COUNT(lengths); k++) {
            size_t n = lengths[k];
#define ONE() (arg_wide(x), arg_int(n))
            ONE(); UINT(wcsnlen, (x, n));
            fill(NULL); ONE(); PTR(wcsncpy, (b, x, n), b); bytes(b, 48);
            fill(NULL); ONE(); PTR(wcpncpy, (b, x, n), b); bytes(b, 48);
            fill(L"xy"); ONE(); PTR(wcsncat, (b, x, n), b); bytes(b, 48);
        }
        static const wchar_t chars[] = {L'a', L'c', 0, 0x3b2, -1};
        for (size_t k = 0; k < COUNT(chars); k++) {
#define CHAR() (arg_wide(x), arg_int(chars[k]))
            CHAR(); PTR(wcschr, (x, chars[k]), x);
            CHAR(); PTR(wcsrchr, (x, chars[k]), x);
            CHAR(); PTR(wcschrnul, (x, chars[k]), x);
        }
    }
}

static void memory(void) {
    for (size_t n = 0; n < 7; n += 2) {
        fill(L"abcdefghij"); arg_int(n); PTR(wmemcpy, (b + 20, b, n), b); bytes(b + 18, 40);
        fill(L"abcdefghij"); arg_int(n); PTR(wmempcpy, (b + 20, b, n), b); bytes(b + 18, 40);
        fill(L"abcdefghij"); arg_int(n); PTR(wmemmove, (b + 2, b, n), b); bytes(b, 48);
        fill(L"abcdefghij"); arg_int(n); PTR(wmemset, (b + 1, 0x12345678, n), b); bytes(b, 48);
        fill(L"abcdefghij"); arg_int(n); PTR(wmemchr, (b, L'd', n), b);
        arg_int(n); SIGN(wmemcmp, (L"abXdef", L"abcdeg", n));
        arg_int(n); SIGN(wmemcmp, (L"abc\xfff0", L"abc\x7f", n < 4 ? n : 4));
    }
    wchar_t *save = NULL;
    fill(L",a,,bc;d");
    for (int n = 0; n < 5; n++) {
        arg_int(n); WSTR(wcstok, (n ? NULL : b, L",;", &save)); also_ptr("save", save, b);
    }
}

static void numbers(void) {
    static const wchar_t *const texts[] = {L"", L"0", L" 42x", L"-7", L"+0x1F", L"0x", L"077", L"9223372036854775807", L"9223372036854775808",
                                           L"-9223372036854775809", L"18446744073709551616", L"zz", L"\x660", L"--1", L"1e3", L".5e-2x", L"inf", L"nan(12)", L"0x1.8p1", L"1e999", L"-1e-999"};
    static const int bases[] = {0, 8, 10, 16, 36};
    for (size_t i = 0; i < COUNT(texts); i++) {
        wchar_t *end = NULL;
        const wchar_t *t = texts[i];
        for (size_t k = 0; k < COUNT(bases); k++) {
#define NUM(f, kind) arg_wide(t); arg_int(bases[k]); kind(f, (t, &end, bases[k])); also_ptr("end", end, t)
            NUM(wcstol, INT); NUM(wcstoul, UINT); NUM(wcstoll, INT); NUM(wcstoull, UINT); NUM(wcstoimax, INT); NUM(wcstoumax, UINT); NUM(wcstoq, INT); NUM(wcstouq, UINT);
        }
#define REAL(f, kind) arg_wide(t); kind(f, (t, &end)); also_ptr("end", end, t)
        REAL(wcstod, DBL); REAL(wcstof, FLT); REAL(wcstold, LDBL);
    }
}

int main(void) {
    setlocale(LC_ALL, "C.UTF-8");
    single();
    pairs();
    memory();
    numbers();
    return done();
}
