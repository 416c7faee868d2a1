// Time functions on fixed times: gmtime, mktime, timegm, strftime, asctime, difftime, localtime.
//@ cflags: -D_GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int main(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    static const time_t t[] = { 0, 1, 86399, 951782400, 1078012800, 1234567890, 1700000000, 2147483647, 4102444800, -1, -86400, -2208988800, 253402300799 };
    static const char *const f[] = { "%Y-%m-%d %H:%M:%S", "%a %A %b %B", "%j %U %W %V %G %u %w", "%I %p %r", "%D %F %T %R", "%c|%x|%X", "%e %y %C %h %n%t%%", "%s %k %l", "%Z %z" };
    char b[200];
    for (unsigned i = 0; i < sizeof t / sizeof *t; i++) {
        struct tm *g = gmtime(&t[i]), m = *g;
        printf("%d %d %d %d %d %d %d %d\n", g->tm_year, g->tm_mon, g->tm_mday, g->tm_hour, g->tm_min, g->tm_sec, g->tm_wday, g->tm_yday);
        for (unsigned j = 0; j < (t[i] > 0 ? sizeof f / sizeof *f : 4); j++) { b[0] = 0; strftime(b, sizeof b, f[j], &m); printf("%s; ", b); }
        printf("\n%s", asctime(&m));
        printf("%lld %lld\n", (long long)mktime(&m), (long long)timegm(&m));
    }
    struct tm over = { .tm_year = 123, .tm_mon = 13, .tm_mday = -5, .tm_hour = 49, .tm_min = -70, .tm_sec = 3700 };
    time_t r = mktime(&over);
    printf("%lld %s", (long long)r, asctime(&over));
    printf("%g %s", difftime(1000, 400), ctime(&t[5]));
    struct tm l; localtime_r(&t[6], &l); printf("%d %d\n", l.tm_hour, l.tm_isdst);
    printf("%zu\n", strftime(b, 5, "%Y-%m-%d", &l));
    memset(&l, 0, sizeof l);
    char *e = strptime("2024-02-29 13:45:10 rest", "%Y-%m-%d %H:%M:%S", &l);
    printf("%s %d %d %d %d\n", e, l.tm_year, l.tm_mon, l.tm_mday, l.tm_min);
    printf("%s %s %ld %d\n", tzname[0], tzname[1], timezone, daylight);
    setenv("TZ", "EST5EDT,M3.2.0,M11.1.0", 1);
    tzset();
    for (int i = 5; i < 8; i++) { localtime_r(&t[i], &l); strftime(b, sizeof b, "%F %T %Z %z", &l); printf("%s %d\n", b, l.tm_isdst); }
    time_t summer = 1720000000; localtime_r(&summer, &l); strftime(b, sizeof b, "%F %T %Z %z", &l); printf("%s %lld\n", b, (long long)mktime(&l));
    return 0;
}
