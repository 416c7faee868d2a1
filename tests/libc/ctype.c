//@ cflags: -fno-builtin
/* Character classes and case in the C locale, for EOF and all bytes, with and without a locale argument, and the
 * tables behind glibc's macros. */
#include "check.h"
#include <ctype.h>
#include <locale.h>
#include <stdlib.h>

static const unsigned short *table_b(void) { return *__ctype_b_loc(); }
static int table_lower(int c) { return (*__ctype_tolower_loc())[c]; }
static int table_upper(int c) { return (*__ctype_toupper_loc())[c]; }

int main(void) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    for (int c = -1; c < 256; c++) {
#define CLASS(f) \
    arg_int(c); BOOL(f, (c)); \
    arg_int(c); BOOL(f##_l, (c, c_locale))
        CLASS(isalnum); CLASS(isalpha); CLASS(isblank); CLASS(iscntrl); CLASS(isdigit); CLASS(isgraph); CLASS(islower);
        CLASS(isprint); CLASS(ispunct); CLASS(isspace); CLASS(isupper); CLASS(isxdigit);
        arg_int(c); INT(tolower, (c));
        arg_int(c); INT(toupper, (c));
        arg_int(c); INT(tolower_l, (c, c_locale));
        arg_int(c); INT(toupper_l, (c, c_locale));
        if (c >= 0) {
            arg_int(c); BOOL(isascii, (c));
            arg_int(c); INT(toascii, (c + 128));
        }
        line_open("__ctype_b_loc", "(table)"); put_signed(c); put_char(' '); put_hex(table_b()[c], 4);
        line_open("__ctype_tolower_loc", "(table)"); put_signed(c); put_char(' '); put_signed(table_lower(c));
        line_open("__ctype_toupper_loc", "(table)"); put_signed(c); put_char(' '); put_signed(table_upper(c));
    }
    UINT(__ctype_get_mb_cur_max, ());
    return done();
}
