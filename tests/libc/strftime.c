//@ cflags: -fno-builtin
/* Dates as text in both directions, in the C locale. */
#include "check.h"
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

static const char *const formats[] = {
    "%a", "%A", "%b", "%B", "%c", "%C", "%d", "%D", "%e", "%F", "%g", "%G", "%h", "%H", "%I", "%j", "%k", "%l", "%m", "%M", "%n", "%p", "%P", "%r", "%R", "%s", "%S", "%t", "%T", "%u", "%U", "%V", "%w", "%W", "%x", "%X", "%y", "%Y", "%z", "%Z", "%%", "%+",
    "%Ec", "%EC", "%Ex", "%EX", "%Ey", "%EY", "%Od", "%Oe", "%OH", "%OI", "%Om", "%OM", "%OS", "%Ou", "%OU", "%OV", "%Ow", "%OW", "%Oy",
    "%_d", "%-d", "%0e", "%^a", "%#p", "%5d", "%05Y", "%10A", "%_5m", "%-j", "%^B", "%#Z", "%:z", "%::z", "%12F", "%+4Y", "%", "%Q", "%E", "", "plain", "%Y-%m-%d %H:%M:%S",
};

static void print(void) {
    static const time_t instants[] = {0, 951782400, 1000000000, 1704067199, 1104537600, 1230768000, -1, 4102444800LL, -62135596800LL};
    for (size_t i = 0; i < COUNT(instants); i++) {
        struct tm t;
        gmtime_r(&instants[i], &t);
        for (size_t f = 0; f < COUNT(formats); f++) {
            char b[128];
            memset(b, '#', sizeof b);
            arg_str(formats[f]); arg_int(instants[i]); UINT(strftime, (b, sizeof b, formats[f], &t)); if (formats[f][0]) also_str("text", b);
        }
    }
    struct tm t;
    gmtime_r(&instants[2], &t);
    for (size_t n = 0; n < 12; n++) {
        char b[16];
        memset(b, '#', sizeof b);
        arg_int(n); UINT(strftime, (b, n, "%Y-%m-%d", &t)); if (n > 10) bytes(b, n);
    }
    wchar_t w[64];
    UINT(wcsftime, (w, 64, L"%Y/%j %A %p", &t)); also_wide("text", w);
    UINT(wcsftime, (w, 4, L"%Y", &t));
    UINT(wcsftime, (w, 5, L"%Y", &t)); also_wide("text", w);
    char b[64];
    locale_t l = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    UINT(strftime_l, (b, 64, "%c|%x", &t, l)); also_str("text", b);
}

static void parse(void) {
    static const struct { const char *text, *format; } cases[] = {
        {"2001-09-09", "%Y-%m-%d"}, {"2001-9-9", "%Y-%m-%d"}, {"2001-13-01", "%Y-%m-%d"}, {"09/09/01", "%D"}, {"01:46:40", "%T"}, {"01:46", "%R"}, {"25:00", "%H:%M"}, {"11:59 PM", "%I:%M %p"}, {"12:00 am", "%I:%M %p"}, {"13 PM", "%I %p"},
        {"Sun", "%a"}, {"Sunday", "%a"}, {"sunday", "%A"}, {"Xyz", "%a"}, {"Sep", "%b"}, {"SEPTEMBER", "%B"}, {"Sep 9", "%h %d"}, {"68", "%y"}, {"69", "%y"}, {"20", "%C"}, {"2001 252", "%Y %j"}, {"366", "%j"}, {"367", "%j"},
        {"  7", "%e"}, {"%", "%%"}, {"x", "%%"}, {" \t5", "%n%d"}, {"Sun Sep  9 01:46:40 2001", "%c"}, {"60", "%S"}, {"61", "%S"}, {"62", "%S"}, {"3", "%w"}, {"7", "%w"}, {"2001-09-09T01:46:40Z tail", "%Y-%m-%dT%H:%M:%S"},
        {"2001-09-09", "%F"}, {"-5", "%d"}, {"", "%d"}, {"abc", "abc"}, {"abc", "abd"}, {"12", "%H%M"}, {"1234", "%H%M"}, {"01:02:03 AM", "%r"}, {"+0530", "%z"}, {"-08:00", "%z"}, {"Z", "%z"}, {"1000000000", "%s"},
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        struct tm t;
        memset(&t, 0, sizeof t);
        t.tm_year = t.tm_mon = t.tm_mday = t.tm_hour = t.tm_min = t.tm_sec = t.tm_wday = t.tm_yday = -7;
        arg_str(cases[i].text); arg_str(cases[i].format); 
        const char *end = strptime(cases[i].text, cases[i].format, &t);
        line_open("strptime", ""); put_offset(end, cases[i].text);
        if (end) {
            also("Y", t.tm_year); also("M", t.tm_mon); also("D", t.tm_mday); also("h", t.tm_hour); also("m", t.tm_min); also("s", t.tm_sec); also("wd", t.tm_wday); also("yd", t.tm_yday); also("off", t.tm_gmtoff);
        }
    }
    setenv("DATEMSK", "masks.txt", 1);
    FILE *f = fopen("masks.txt", "w");
    fputs("%Y-%m-%d\n%d.%m.%Y %H:%M\n", f);
    fclose(f);
    struct tm *t = getdate("09.09.2001 01:46");
    line_open("getdate", "(\"09.09.2001 01:46\")"); put_signed(t != NULL); if (t) { also("Y", t->tm_year); also("M", t->tm_mon); also("h", t->tm_hour); }
    t = getdate("nonsense");
    line_open("getdate", "(\"nonsense\")"); put_signed(t != NULL); also("getdate_err", getdate_err);
}

int main(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    print();
    parse();
    return done();
}
