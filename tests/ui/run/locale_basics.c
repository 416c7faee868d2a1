// The C locale: setlocale, localeconv, nl_langinfo, strcoll and isalpha in it.
#include <ctype.h>
#include <langinfo.h>
#include <locale.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s\n", setlocale(LC_ALL, "C"));
    printf("%s %s\n", setlocale(LC_NUMERIC, "C"), setlocale(LC_CTYPE, "POSIX"));
    struct lconv *l = localeconv();
    printf("[%s] [%s] [%s] [%s] [%s] [%s]\n", l->decimal_point, l->thousands_sep, l->grouping, l->int_curr_symbol, l->currency_symbol, l->mon_decimal_point);
    printf("%d %d %d %d\n", l->frac_digits == CHAR_MAX, l->p_cs_precedes == CHAR_MAX, l->n_sign_posn == CHAR_MAX, l->int_frac_digits == CHAR_MAX);
    printf("[%s] [%s] [%s]\n", nl_langinfo(RADIXCHAR), nl_langinfo(DAY_1), nl_langinfo(MON_12));
    printf("[%s] [%s] [%s] [%s]\n", nl_langinfo(ABDAY_3), nl_langinfo(ABMON_6), nl_langinfo(AM_STR), nl_langinfo(D_T_FMT));
    printf("%d %d\n", strcoll("a", "B") > 0, isalpha(0xe9) != 0);
    printf("%d %d\n", MB_CUR_MAX == 1, setlocale(LC_ALL, "xx_XX.nonsense") == NULL);
    locale_t c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    printf("%d %d %d\n", c != 0, isupper_l('A', c) != 0, strcoll_l("x", "x", c));
    freelocale(c);
    return 0;
}
