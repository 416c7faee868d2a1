//@ cflags: -fno-builtin
/* Conversions between bytes and wide characters, in C.UTF-8 and in C (ASCII only: what C does with high bytes differs
 * between releases of glibc). */
#include "check.h"
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <uchar.h>
#include <wchar.h>

static const struct { const char *s; size_t n; } inputs[] = {
    {"", 1}, {"a", 1}, {"a", 0}, {"\xc3\xa4", 2}, {"\xc3\xa4", 1}, {"\xc3", 1}, {"\xa4", 1}, {"\xe2\x82\xac", 3}, {"\xe2\x82\xac", 2},
    {"\xf0\x9f\x98\x80", 4}, {"\xf0\x9f\x98", 3}, {"\xf4\x90\x80\x80", 4}, {"\xc0\x80", 2}, {"\xe0\x80\x80", 3}, {"\xed\xa0\x80", 3},
    {"\xff", 1}, {"\xfe", 1}, {"\xc3(", 2}, {"\xe2\x82(", 3}, {"abc", 3},
};

static void decode(void) {
    for (size_t i = 0; i < COUNT(inputs); i++) {
        const char *s = inputs[i].s;
        size_t n = inputs[i].n;
        wchar_t w = 0x5555;
        mbstate_t state;
#define ARGS() (arg_str(s), arg_int(n), w = 0x5555, memset(&state, 0, sizeof state))
        ARGS(); INT(mbrtowc, (&w, s, n, &state)); also("wide", w); also("initial", mbsinit(&state) != 0);
        ARGS(); INT(mbrtowc, (NULL, s, n, &state));
        ARGS(); INT(mbrlen, (s, n, &state));
        mbtowc(NULL, NULL, 0);
        ARGS(); INT(mbtowc, (&w, s, n)); also("wide", w);
        mblen(NULL, 0);
        ARGS(); INT(mblen, (s, n));
        char16_t c16 = 0x5555;
        ARGS(); INT(mbrtoc16, (&c16, s, n, &state)); also("unit", c16);
        char32_t c32 = 0x5555;
        ARGS(); INT(mbrtoc32, (&c32, s, n, &state)); also("unit", c32);
    }
    mbstate_t state = {0};
    wchar_t w = 0;
    INT(mbrtowc, (&w, "\xe2", 1, &state)); also("initial", mbsinit(&state) != 0);
    INT(mbrtowc, (&w, "\x82", 1, &state)); also("wide", w);
    INT(mbrtowc, (&w, "\xac", 1, &state)); also("wide", w);
    INT(mbrtowc, (&w, "\xe2", 1, &state));
    INT(mbrtowc, (&w, "x", 1, &state));
    memset(&state, 0, sizeof state);
    BOOL(mbsinit, (&state));
    BOOL(mbsinit, (NULL));
    char16_t c16 = 0;
    INT(mbrtoc16, (&c16, "\xf0\x9f\x98\x80", 4, &state)); also("unit", c16);
    INT(mbrtoc16, (&c16, "z", 1, &state)); also("unit", c16);
    INT(mbrtoc16, (&c16, "z", 1, &state)); also("unit", c16);
}

static void encode(void) {
    static const wint_t values[] = {0, 'a', 0x7f, 0x80, 0xe4, 0x7ff, 0x800, 0x20ac, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff, 0x110000, 0x7fffffff, 0xffffffff};
    for (size_t i = 0; i < COUNT(values); i++) {
        char b[MB_LEN_MAX] = {0};
        mbstate_t state;
#define VALUE() (arg_hex(values[i]), memset(b, 0x55, sizeof b), memset(&state, 0, sizeof state))
        VALUE(); INT(wcrtomb, (b, (wchar_t)values[i], &state)); bytes(b, 6);
        VALUE(); INT(wctomb, (b, (wchar_t)values[i])); bytes(b, 6);
        VALUE(); INT(c32rtomb, (b, values[i], &state)); bytes(b, 6);
        VALUE(); INT(wctob, (values[i]));
    }
    char b[MB_LEN_MAX] = {0};
    mbstate_t state = {0};
    INT(wcrtomb, (NULL, L'x', &state));
    INT(wctomb, (NULL, 0));
    INT(c16rtomb, (b, 0xd83d, &state)); 
    INT(c16rtomb, (b, 0xde00, &state)); bytes(b, 4);
    INT(c16rtomb, (b, 0x20ac, &state)); bytes(b, 3);
    for (int c = -1; c < 256; c += c < 2 || c > 120 ? 1 : 13) {
        arg_int(c); INT(btowc, (c));
    }
}

static void strings(void) {
    static const char *const texts[] = {"", "abc", "a\xc3\xa4\xe2\x82\xac", "ab\xff", "x\xc3", "\xf0\x9f\x98\x80!"};
    for (size_t i = 0; i < COUNT(texts); i++)
        for (size_t n = 0; n < 6; n++) {
            wchar_t w[8];
            const char *s = texts[i];
            mbstate_t state;
#define TEXT() (arg_str(texts[i]), arg_int(n), wmemset(w, 0x2323, 8), memset(&state, 0, sizeof state), s = texts[i])
            TEXT(); INT(mbstowcs, (w, texts[i], n)); bytes(w, 4 * n);
            TEXT(); INT(mbsrtowcs, (w, &s, n, &state)); also_ptr("rest", s, texts[i]);
            TEXT(); INT(mbsnrtowcs, (w, &s, strnlen(s, n) + (n > strlen(s)), 8, &state)); also_ptr("rest", s, texts[i]);
            TEXT(); INT(mbsnrtowcs, (NULL, &s, strnlen(s, n) + (n > strlen(s)), 0, &state));
        }
    for (size_t i = 0; i < COUNT(texts); i++) {
        const char *s = texts[i];
        mbstate_t state = {0};
        arg_str(s); INT(mbstowcs, (NULL, s, 0));
        arg_str(s); INT(mbsrtowcs, (NULL, &s, 0, &state));
    }
    static const wchar_t *const wides[] = {L"", L"abc", L"a\xe4\x20ac", L"x\x110000", L"\x1f600!"};
    for (size_t i = 0; i < COUNT(wides); i++)
        for (size_t n = 0; n < 9; n++) {
            char b[16];
            const wchar_t *s;
            mbstate_t state;
#define WIDE() (arg_int(i), arg_int(n), memset(b, '#', sizeof b), memset(&state, 0, sizeof state), s = wides[i])
            WIDE(); INT(wcstombs, (b, wides[i], n)); bytes(b, n);
            WIDE(); INT(wcsrtombs, (b, &s, n, &state)); also_ptr("rest", s, wides[i]); bytes(b, n);
            WIDE(); INT(wcsnrtombs, (b, &s, wcsnlen(s, n) + (n > wcslen(s)), 15, &state)); also_ptr("rest", s, wides[i]); bytes(b, n);
            WIDE(); INT(wcsnrtombs, (NULL, &s, wcsnlen(s, n) + (n > wcslen(s)), 0, &state));
        }
    for (size_t i = 0; i < COUNT(wides); i++) {
        const wchar_t *s = wides[i];
        mbstate_t state = {0};
        arg_int(i); INT(wcstombs, (NULL, wides[i], 0));
        arg_int(i); INT(wcsrtombs, (NULL, &s, 0, &state));
    }
}

int main(void) {
    wchar_t w = 0;
    INT(mbtowc, (&w, "a", 1)); also("wide", w);
    INT(mbtowc, (&w, "", 1)); also("wide", w);
    INT(mblen, ("abc", 3));
    UINT(__ctype_get_mb_cur_max, ());
    setlocale(LC_ALL, "C.UTF-8");
    UINT(__ctype_get_mb_cur_max, ());
    decode();
    encode();
    strings();
    return done();
}
