//@ cflags: -fno-builtin
/* Locales C, POSIX and C.UTF-8, which every system has; locale objects; langinfo; catalogues that do not exist. */
#include "check.h"
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <monetary.h>
#include <nl_types.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <wchar.h>

static void show_conventions(void) {
    struct lconv *c = localeconv();
    line_open("localeconv", "()"); put_quoted(c->decimal_point); also_str("thousands", c->thousands_sep); also_str("grouping", c->grouping); also_str("currency", c->int_curr_symbol);
    also_str("symbol", c->currency_symbol); also_str("positive", c->positive_sign); also("frac", c->frac_digits); also("p_cs", c->p_cs_precedes); also("n_sign", c->n_sign_posn);
}

int main(void) {
    static const nl_item items[] = {CODESET, RADIXCHAR, THOUSEP, DAY_1, DAY_7, ABDAY_1, ABDAY_4, MON_1, MON_12, ABMON_5, AM_STR, PM_STR, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, ERA, ERA_D_FMT, ALT_DIGITS, YESEXPR, NOEXPR, CRNCYSTR, 0x7ffff};
    static const char *const names[] = {"C", "POSIX", "C.UTF-8", "xx_YY.nonsense"};
    for (size_t n = 0; n < COUNT(names); n++) {
        arg_str(names[n]); STR(setlocale, (LC_ALL, names[n]));
        STR(setlocale, (LC_ALL, NULL)); STR(setlocale, (LC_CTYPE, NULL)); STR(setlocale, (LC_NUMERIC, NULL));
        for (size_t i = 0; i < COUNT(items); i++) {
            arg_int(items[i]); STR(nl_langinfo, (items[i]));
        }
        show_conventions();
        locale_t l = newlocale(LC_ALL_MASK, names[n], (locale_t)0);
        arg_str(names[n]); line_open("newlocale", ""); put_signed(l != 0);
        if (!l) continue;
        for (size_t i = 0; i < COUNT(items); i++) {
            arg_int(items[i]); STR(nl_langinfo_l, (items[i], l));
        }
        locale_t copy = duplocale(l), old = uselocale(copy);
        line_open("duplocale", "(l)"); put_signed(copy != 0);
        line_open("uselocale", "(copy)"); put_signed(old == LC_GLOBAL_LOCALE); also("now", uselocale((locale_t)0) == copy);
        UINT(__ctype_get_mb_cur_max, ());
        uselocale(LC_GLOBAL_LOCALE);
        VOID(freelocale, (copy));
        SIGN(strcoll_l, ("a", "B", l)); SIGN(strcasecmp_l, ("a", "B", l)); SIGN(strncasecmp_l, ("aX", "Ab", 1, l)); SIGN(wcscoll_l, (L"a", L"B", l)); SIGN(wcscasecmp_l, (L"aB", L"Ab", l)); SIGN(wcsncasecmp_l, (L"aB", L"Ac", 1, l));
        char b[16] = "";
        UINT(strxfrm_l, (b, "abc", 16, l)); 
        STR(strerror_l, (ENOENT, l));
        UINT(wcsxfrm, (NULL, L"abc", 0)); UINT(wcsxfrm_l, (NULL, L"abc", 0, l));
    }
    PTR(newlocale, (1 << 30, "C", (locale_t)0), NULL);
    STR(setlocale, (99, "C")); STR(setlocale, (LC_CTYPE, "nope")); STR(setlocale, (LC_COLLATE, "C"));
    setlocale(LC_ALL, "C"); setlocale(LC_CTYPE, "C.UTF-8");
    STR(setlocale, (LC_ALL, NULL));
    setlocale(LC_ALL, "C");
    setenv("LC_ALL", "C.UTF-8", 1); STR(setlocale, (LC_ALL, ""));
    setenv("LC_ALL", "", 1); setenv("LC_CTYPE", "POSIX", 1); setenv("LANG", "C.UTF-8", 1); STR(setlocale, (LC_CTYPE, ""));
    setlocale(LC_ALL, "C");
    STR(gettext, ("message")); STR(dgettext, ("domain", "message")); STR(dcgettext, ("domain", "message", LC_MESSAGES));
    STR(ngettext, ("one", "many", 1)); STR(ngettext, ("one", "many", 2)); STR(ngettext, ("one", "many", 0)); STR(dngettext, ("d", "one", "many", 5)); STR(dcngettext, ("d", "one", "many", 1, LC_MESSAGES));
    STR(textdomain, (NULL)); STR(textdomain, ("mine")); STR(textdomain, (NULL)); STR(textdomain, (""));
    STR(bindtextdomain, ("mine", "/some/where")); STR(bindtextdomain, ("mine", NULL)); STR(bind_textdomain_codeset, ("mine", "UTF-8")); STR(bind_textdomain_codeset, ("mine", NULL));
    nl_catd cat = catopen("missing-catalogue", 0);
    line_open("catopen", "(\"missing-catalogue\", 0)"); put_signed(cat == (nl_catd)-1);
    char money[64];
    SYS(strfmon, (money, 64, "%n|%i", 1234.567, -2.5)); also_str("text", money);
    SYS(strfmon, (money, 64, "%.1n|%10n|%-10n|%^n|%!n|%%", 1.25, 2.0, 3.0, 4444.0, 5.0)); also_str("text", money);
    SYS(strfmon, (money, 3, "%n", 123456.0));
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    SYS(strfmon_l, (money, 64, c_locale, "%#5n", 123.4)); also_str("text", money);
    return done();
}
