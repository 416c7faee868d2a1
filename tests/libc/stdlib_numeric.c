//@ cflags: -fno-builtin
/* Numbers from text and text from numbers, integer division and absolute values. */
#include "check.h"
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>

static const char *const integers[] = {
    "", " ", "0", "-0", "+0", "1", " \t\n\v\f\r42", "-42abc", "+7", "+-7", "--7", "0x", "0x1f", "0X1Fg", "-0x10", "0b101", "077", "089", "zz", "Zz1", "7fffffff",
    "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9223372036854775807", "9223372036854775808",
    "-9223372036854775808", "-9223372036854775809", "18446744073709551615", "18446744073709551616", "-18446744073709551615", "-18446744073709551616",
    "99999999999999999999999999", "0x7fffffffffffffff", "0xffffffffffffffff", "1 2", "1_000", "\xc2\xa0" "5",
};
static const int bases[] = {0, 2, 8, 10, 16, 36, 1, 37, -1};

static void parse_integers(void) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    for (size_t i = 0; i < COUNT(integers); i++) {
        const char *s = integers[i];
        char *end;
        for (size_t k = 0; k < COUNT(bases); k++) {
#define PARSE(f, kind) \
    end = NULL; arg_str(s); arg_int(bases[k]); kind(f, (s, &end, bases[k])); also_ptr("end", end, s)
            PARSE(strtol, INT); PARSE(strtoul, UINT); PARSE(strtoll, INT); PARSE(strtoull, UINT); PARSE(strtoimax, INT); PARSE(strtoumax, UINT);
            PARSE(strtoq, INT); PARSE(strtouq, UINT);
#define PARSE_L(f, kind) arg_str(s); arg_int(bases[k]); kind(f, (s, NULL, bases[k], c_locale))
            PARSE_L(strtol_l, INT); PARSE_L(strtoul_l, UINT); PARSE_L(strtoll_l, INT); PARSE_L(strtoull_l, UINT);
        }
        /* A value out of range is undefined for these three. */
        if (strlen(s) < 10) {
            arg_str(s); CHECK_CALL(long long, atoi, (s), "atoi", "", put_signed(result_), (void)errno_);
            arg_str(s); CHECK_CALL(long long, atol, (s), "atol", "", put_signed(result_), (void)errno_);
            arg_str(s); CHECK_CALL(long long, atoll, (s), "atoll", "", put_signed(result_), (void)errno_);
        }
        arg_str(s); CHECK_CALL(long long, a64l, (s), "a64l", "", put_signed(result_), (void)errno_);
    }
}

static const char *const reals[] = {
    "", ".", "+", "-.", "0", "-0", "0.", ".0", "1", "-1.5", " \t3.25x", "1e", "1e+", "1e5", "1E-5", "1e400", "-1e400", "1e-400", "-1e-400", "1.7976931348623157e308", "1.7976931348623159e308",
    "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "3.4028234663852886e38", "3.4028235677973366e38", "1.1754943508222875e-38", "1.4e-45", "7e-46",
    "0.1", "0.2", "0.30000000000000004", "123456789012345678901234567890", "9007199254740993", "9007199254740992.5", "9007199254740993.0000000000000000000000001", "0x1p0", "0x1.8p1", "0x.8", "0x", "0x.p1", "0x1p", "0x1p-1074", "0x1p-1075", "0x1.fffffffffffff8p1023", "0x1.fffffffffffff7p1023",
    "0x1.00000000000008p0", "0x1.00000000000018p0", "inf", "-INF", "infinity", "infinit", "nan", "-nan", "NaN(123)", "nan(", "nan(0x7)", "nan(x)y", "1,5", "1.2.3", "1e1.5", "1.18973149535723176502e+4932", "1.2e4932", "3.3621031431120935063e-4932", "3.6e-4951", "1e-4960",
    "8.5899973e9", "6.0221409e+23", "179769313486231580793728971405303415079934132710037826936173778980444968292764750946649017977587207096330286416692887910946555547851940402630657488671505820681908902000708383676273854845817711531764475730270069855571366959622842914819860834936475292719074168444365510704342711559699508093042880",
};

static void parse_reals(void) {
    locale_t c_locale = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    for (size_t i = 0; i < COUNT(reals); i++) {
        const char *s = reals[i];
        char *end = NULL;
#define REAL(f, kind) end = NULL; arg_str(s); kind(f, (s, &end)); also_ptr("end", end, s)
        REAL(strtod, DBL); REAL(strtof, FLT); REAL(strtold, LDBL);
#define REAL_L(f, kind) arg_str(s); kind(f, (s, &end, c_locale))
        REAL_L(strtod_l, DBL); REAL_L(strtof_l, FLT); REAL_L(strtold_l, LDBL);
        arg_str(s); CHECK_CALL(double, atof, (s), "atof", "", put_dbl(result_), (void)errno_);
    }
}

static void print_reals(void) {
    static const double values[] = {0.0, -0.0, 1, -1, 0.5, 123.456, 1e10, 1e-10, 9.9999, 99999.5, 1e300, 5e-324, 1.0 / 3, __builtin_inf(), -__builtin_inf()};
    static const int digits[] = {0, 1, 3, 10, 17};
    for (size_t i = 0; i < COUNT(values); i++)
        for (size_t k = 0; k < COUNT(digits); k++) {
            int point = 77, negative = 77;
            char b[400];
            double v = values[i];
#define VALUE() (arg_dbl(v), arg_int(digits[k]), point = negative = 77)
            VALUE(); STR(ecvt, (v, digits[k], &point, &negative)); also("point", point); also("sign", negative != 0);
            VALUE(); STR(fcvt, (v, digits[k], &point, &negative)); also("point", point); also("sign", negative != 0);
            VALUE(); STR(gcvt, (v, digits[k], b)); 
            VALUE(); INT(ecvt_r, (v, digits[k], &point, &negative, b, sizeof b)); also_str("text", b); also("point", point);
            VALUE(); INT(fcvt_r, (v, digits[k], &point, &negative, b, sizeof b)); also_str("text", b); also("point", point);
            VALUE(); STR(qecvt, ((long double)v, digits[k], &point, &negative)); also("point", point);
            VALUE(); STR(qgcvt, ((long double)v, digits[k], b));
        }
    static const long values64[] = {0, 1, 63, 64, 0x7fffffff, 123456789, -1};
    for (size_t i = 0; i < COUNT(values64); i++) {
        arg_int(values64[i]); STR(l64a, (values64[i]));
    }
    char b[64];
    INT(strfromd, (b, 64, "%.3f", 2.5)); also_str("text", b);
    INT(strfromd, (b, 4, "%g", 123456.0)); also_str("text", b);
    INT(strfromd, (b, 64, "%a", 1.0)); also_str("text", b);
    INT(strfromf, (b, 64, "%.9e", 0.1f)); also_str("text", b);
    INT(strfroml, (b, 64, "%.20G", 0.1L)); also_str("text", b);
}

static void divide(void) {
    static const long long pairs[][2] = {{7, 2}, {-7, 2}, {7, -2}, {-7, -2}, {0, 5}, {INT_MAX, -1}, {INT_MIN, 1}, {INT_MIN, 3}};
    for (size_t i = 0; i < COUNT(pairs); i++) {
        long long x = pairs[i][0], y = pairs[i][1];
        div_t d = div((int)x, (int)y);
        ldiv_t l = ldiv(x, y);
        lldiv_t ll = lldiv(x, y);
        imaxdiv_t m = imaxdiv(x, y);
#define DIVISION(f, v) arg_int(x); arg_int(y); line_open(f, ""); put_signed(v.quot); also("rem", v.rem)
        DIVISION("div", d); DIVISION("ldiv", l); DIVISION("lldiv", ll); DIVISION("imaxdiv", m);
    }
    static const long long values[] = {0, 1, -1, INT_MAX, -INT_MAX, 123};
    for (size_t i = 0; i < COUNT(values); i++) {
        arg_int(values[i]); INT(abs, ((int)values[i]));
        arg_int(values[i]); INT(labs, (values[i]));
        arg_int(values[i]); INT(llabs, (values[i]));
        arg_int(values[i]); INT(imaxabs, (values[i]));
    }
    INT(labs, (-LONG_MAX));
    INT(llabs, (-LLONG_MAX));
    INT(imaxabs, (-INTMAX_MAX));
}

int main(void) {
    parse_integers();
    parse_reals();
    print_reals();
    divide();
    return done();
}
