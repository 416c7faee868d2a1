//@ cflags: -fno-builtin
/* Character set conversion between sets that both libraries know. */
#include "check.h"
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

static void convert(const char *to, const char *from, const char *text, size_t n, size_t room) {
    char b[64], *in = (char *)text, *out = b;
    iconv_t cd = iconv_open(to, from);
    arg_str(to); arg_str(from); line_open("iconv_open", ""); put_signed(cd != (iconv_t)-1);
    if (cd == (iconv_t)-1) return;
    size_t left = n, space = room;
    memset(b, '#', sizeof b);
    arg_str(to); arg_str(from); arg_str(text); arg_int(n); arg_int(room);
    INT(iconv, (cd, &in, &left, &out, &space)); also("left", left); also("used", room - space); bytes(b, room - space);
    INT(iconv, (cd, NULL, NULL, NULL, NULL));
    INT(iconv_close, (cd));
}

int main(void) {
    static const char *const wide[] = {"UTF-16LE", "UTF-16BE", "UTF-32LE", "UTF-32BE", "UCS-2LE"};
    for (size_t i = 0; i < COUNT(wide); i++) {
        convert(wide[i], "UTF-8", "a\xc3\xa4\xe2\x82\xac", 6, 64);
        convert(wide[i], "UTF-8", "abc", 3, 5);
        convert("UTF-8", wide[i], "a\0\0\0b\0\0\0", 8, 64);
    }
    convert("UTF-16LE", "UTF-8", "\xf0\x9f\x98\x80", 4, 64); convert("UTF-8", "UTF-16LE", "\x3d\xd8\x00\xde", 4, 64); convert("UTF-8", "UTF-16LE", "\x3d\xd8", 2, 64); convert("UTF-8", "UTF-16LE", "\x00\xde", 2, 64);
    convert("ISO-8859-1", "UTF-8", "\xc3\xa4 ok", 5, 64); convert("UTF-8", "ISO-8859-1", "\xe4\xff", 2, 64); convert("UTF-8", "ISO-8859-15", "\xa4", 1, 64); convert("UTF-8", "CP1252", "\x80\x93", 2, 64); convert("UTF-8", "KOI8-R", "\xc1\xc2", 2, 64);
    convert("UTF-8", "UTF-8", "ab\xff", 3, 64); convert("UTF-8", "UTF-8", "ab\xc3", 3, 64); convert("UTF-8", "UTF-8", "\xc0\x80", 2, 64); convert("UTF-8", "UTF-8", "\xed\xa0\x80", 3, 64); convert("ASCII", "UTF-8", "\xc3\xa4", 2, 64); convert("UTF-8", "ASCII", "\x80", 1, 64); convert("UTF-8", "UTF-8", "", 0, 64); convert("UTF-8", "utf8", "x", 1, 64); convert("WCHAR_T", "UTF-8", "\xc3\xa4", 2, 64);
    errno = 0; iconv_t none = iconv_open("NO-SUCH-SET", "UTF-8"); int why = errno;
    line_open("iconv_open", "(\"NO-SUCH-SET\", \"UTF-8\")"); put_signed(none == (iconv_t)-1); tail_errno(why);
    return done();
}
