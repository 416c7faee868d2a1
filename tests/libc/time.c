//@ cflags: -fno-builtin
/* Calendar time with fixed zones; clocks only as far as their answers do not depend on when the test runs. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/timeb.h>
#include <sys/times.h>
#include <time.h>

static void show_tm(const struct tm *t) {
    if (!t) return;
    also("Y", t->tm_year); also("M", t->tm_mon); also("D", t->tm_mday); also("h", t->tm_hour); also("m", t->tm_min); also("s", t->tm_sec);
    also("wd", t->tm_wday); also("yd", t->tm_yday); also("dst", t->tm_isdst); also("off", t->tm_gmtoff); also_str("zone", t->tm_zone);
}

static const time_t instants[] = {0, 1, -1, 59, 86399, 86400, 951782400, 951868800, 1000000000, 1234567890, 1700000000, 2147483647, 2147483648LL, -2147483648LL, -2208988800LL, 253402300799LL, 4102444800LL, 1711846800, 1711846799, 1729990800};

static void calendar(const char *zone) {
    setenv("TZ", zone, 1);
    arg_str(zone); VOID(tzset, ()); also_str("std", tzname[0]); also("timezone", timezone); also("daylight", daylight);
    for (size_t i = 0; i < COUNT(instants); i++) {
        struct tm r;
        memset(&r, 0, sizeof r);
        time_t t = instants[i];
#define AT() (arg_str(zone), arg_int(t))
        AT(); PTR(gmtime, (&t), NULL); show_tm(gmtime(&t));
        AT(); PTR(gmtime_r, (&t, &r), &r); show_tm(&r);
        AT(); PTR(localtime, (&t), NULL); show_tm(localtime(&t));
        AT(); PTR(localtime_r, (&t, &r), &r); show_tm(&r);
        AT(); STR(asctime, (&r));
        char b[32];
        AT(); STR(asctime_r, (&r, b));
        AT(); STR(ctime, (&t));
        AT(); STR(ctime_r, (&t, b));
        AT(); INT(mktime, (&r));
        AT(); INT(timelocal, (&r));
        gmtime_r(&t, &r);
        AT(); INT(timegm, (&r));
    }
    static const int fields[][6] = {{100, 0, 1, 0, 0, 0}, {100, 12, 1, 0, 0, 0}, {100, -1, 1, 0, 0, 0}, {100, 1, 30, 25, 61, 61}, {124, 1, 29, 0, 0, -1}, {123, 1, 29, 0, 0, 0}, {70, 0, 0, 0, 0, 0}, {69, 11, 31, 23, 59, 59}, {200, 5, 400, -30, 0, 100000}, {124, 2, 31, 2, 30, 0}, {124, 9, 27, 2, 30, 0}};
    for (size_t i = 0; i < COUNT(fields); i++)
        for (int dst = -1; dst < 1; dst++) {
            struct tm r = {.tm_year = fields[i][0], .tm_mon = fields[i][1], .tm_mday = fields[i][2], .tm_hour = fields[i][3], .tm_min = fields[i][4], .tm_sec = fields[i][5], .tm_isdst = dst};
            struct tm copy = r;
            arg_str(zone); arg_int((int)i); arg_int(dst); INT(mktime, (&r)); show_tm(&r);
            arg_str(zone); arg_int((int)i); INT(timegm, (&copy)); show_tm(&copy);
        }
}

static void clocks(void) {
    time_t t = 5, now = time(&t);
    line_open("time", "(&t)"); put_signed(now > 0 && now == t);
    struct timeval tv = {-1, -1};
    SYS(gettimeofday, (&tv, NULL)); also("sane", tv.tv_sec >= now && tv.tv_usec >= 0 && tv.tv_usec < 1000000);
    struct timespec ts = {-1, -1}, res = {-1, -1};
    static const clockid_t ids[] = {CLOCK_REALTIME, CLOCK_MONOTONIC, CLOCK_PROCESS_CPUTIME_ID};
    for (size_t i = 0; i < COUNT(ids); i++) {
        arg_int(ids[i]); SYS(clock_gettime, (ids[i], &ts)); also("sane", ts.tv_sec >= 0 && ts.tv_nsec >= 0 && ts.tv_nsec < 1000000000);
        arg_int(ids[i]); SYS(clock_getres, (ids[i], &res)); also("fine", res.tv_sec == 0 && res.tv_nsec > 0);
    }
    SYS(clock_gettime, (9999, &ts));
    SYS(clock_getres, (9999, &ts));
    INT(timespec_get, (&ts, TIME_UTC)); INT(timespec_get, (&ts, 77));
    line_open("clock", "()"); put_signed(clock() >= 0);
    struct tms tms;
    line_open("times", "(&tms)"); put_signed((times)(&tms) != (clock_t)-1);
    struct timespec nap = {0, 1000}, bad = {0, 1000000000}, left;
    SYS(nanosleep, (&nap, NULL)); SYS(nanosleep, (&bad, &left));
    CODE(clock_nanosleep, (CLOCK_MONOTONIC, 0, &nap, NULL)); CODE(clock_nanosleep, (CLOCK_MONOTONIC, 0, &bad, NULL));
    SYS(usleep, (1));
    UINT(sleep, (0));
    DBL(difftime, (10, 3)); DBL(difftime, (0, 2147483648LL)); DBL(difftime, (-5, 5));
    clockid_t own;
    CODE(clock_getcpuclockid, (0, &own));
    INT(dysize, (2000)); INT(dysize, (1900)); INT(dysize, (2023));
    struct timeval a = {1, 900000}, b = {0, 200000}, c;
    timeradd(&a, &b, &c); line_open("timeradd", "(a, b)"); put_signed(c.tv_sec); also("usec", c.tv_usec);
    timersub(&a, &b, &c); line_open("timersub", "(a, b)"); put_signed(c.tv_sec); also("usec", c.tv_usec);
    struct itimerval it;
    SYS(getitimer, (ITIMER_REAL, &it)); also("zero", it.it_value.tv_sec == 0);
    SYS(getitimer, (99, &it));
}

int main(void) {
    calendar("UTC0");
    calendar("EST5EDT,M3.2.0,M11.1.0");
    calendar("CET-1CEST,M3.5.0,M10.5.0/3");
    calendar("<+0545>-5:45");
    calendar("");
    clocks();
    return done();
}
