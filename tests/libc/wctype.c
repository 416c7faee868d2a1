//@ cflags: -fno-builtin
/* Wide character classes in C.UTF-8: ASCII exhaustively, elsewhere characters on which Unicode tables of any age agree. */
#include "check.h"
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

static const wint_t others[] = {WEOF, 0x80, 0xa0, 0xa9, 0xaa, 0xb5, 0xc4, 0xd7, 0xdf, 0xe4, 0xf7, 0xff, 0x100, 0x101, 0x131, 0x178, 0x391, 0x3a3,
                                0x3b1, 0x3c2, 0x3c3, 0x410, 0x430, 0x5d0, 0x660, 0xe01, 0x2003, 0x2028, 0x2029, 0x20ac, 0x3000, 0x3042, 0x4e2d, 0xac00,
                                0xd800, 0xfeff, 0xff21, 0xff41, 0xfffe, 0x10400, 0x10428, 0x1f600, 0x10ffff, 0x110000};

static void classify(wint_t c, locale_t l) {
#define CLASS(f) \
    arg_hex(c); BOOL(f, (c)); \
    arg_hex(c); BOOL(f##_l, (c, l))
    CLASS(iswalnum); CLASS(iswalpha); CLASS(iswblank); CLASS(iswcntrl); CLASS(iswdigit); CLASS(iswgraph); CLASS(iswlower);
    CLASS(iswprint); CLASS(iswpunct); CLASS(iswspace); CLASS(iswupper); CLASS(iswxdigit);
    arg_hex(c); HEX(towlower, (c));
    arg_hex(c); HEX(towupper, (c));
    arg_hex(c); HEX(towlower_l, (c, l));
    arg_hex(c); HEX(towupper_l, (c, l));
    if (c != WEOF) {
        arg_hex(c); INT(wcwidth, ((wchar_t)c));
    }
    static const char *const names[] = {"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"};
    for (size_t i = 0; i < COUNT(names); i++) {
        arg_hex(c); arg_str(names[i]); BOOL(iswctype, (c, wctype(names[i])));
        arg_hex(c); arg_str(names[i]); BOOL(iswctype_l, (c, wctype_l(names[i], l), l));
    }
    arg_hex(c); HEX(towctrans, (c, wctrans("toupper")));
    arg_hex(c); HEX(towctrans, (c, wctrans("tolower")));
    arg_hex(c); HEX(towctrans_l, (c, wctrans_l("toupper", l), l));
}

int main(void) {
    STR(setlocale, (LC_ALL, "C.UTF-8"));
    locale_t l = newlocale(LC_ALL_MASK, "C.UTF-8", (locale_t)0);
    for (wint_t c = 0; c < 128; c++)
        classify(c, l);
    for (size_t i = 0; i < COUNT(others); i++)
        classify(others[i], l);
    BOOL(wctype, ("alpha"));
    BOOL(wctype, ("nonsense"));
    BOOL(wctype, (""));
    BOOL(wctype_l, ("digit", l));
    BOOL(wctype_l, ("digits", l));
    PTR(wctrans, ("tolower"), NULL);
    PTR(wctrans, ("totitle-not"), NULL);
    PTR(wctrans_l, ("toupper", l), NULL);
    INT(wcswidth, (L"abc", 3));
    INT(wcswidth, (L"abc", 2));
    INT(wcswidth, (L"a\x4e2d", 9));
    INT(wcswidth, (L"a\x301", 9));
    INT(wcswidth, (L"a\n", 9));
    INT(wcswidth, (L"", 9));
    return done();
}
