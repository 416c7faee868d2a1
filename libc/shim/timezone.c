/* A POSIX time zone that names summer time but no rule for it has the rule of the
 * United States in glibc; musl's code is handed the rule explicitly. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include "../src/time/time_impl.h"

static const char *skip_name(const char *s)
{
	if (*s == '<') {
		const char *close = strchr(s, '>');
		return close ? close + 1 : 0;
	}
	const char *begin = s;
	while (isalpha((unsigned char)*s)) s++;
	return s - begin >= 3 ? s : 0;
}

static const char *skip_offset(const char *s)
{
	if (*s == '+' || *s == '-') s++;
	while (isdigit((unsigned char)*s) || *s == ':') s++;
	return s;
}

/* The name of the zone that gmtime() reports. */
const char __pl_gmt[] = "GMT";

/* Stands in for getenv in musl's __tz.c. */
char *__pl_time_zone(const char *variable)
{
	static char with_rule[80];
	static const char rule[] = ",M3.2.0,M11.1.0";
	char *value = getenv(variable);
	const char *s = value ? skip_name(value) : 0, *offset_end;
	if (!s || (offset_end = skip_offset(s)) == s || !(s = skip_name(offset_end)) || *skip_offset(s)
		|| strlen(value) + sizeof rule > sizeof with_rule)
		return value;
	return strcat(strcpy(with_rule, value), rule);
}

/* Without summer time the second name is the first. */
void __pl_musl_tzset(void);
void __pl_musl_secs_to_zone(long long, int, int *, long *, long *, const char **);

static void complete_names(void)
{
	if (!tzname[1] || !*tzname[1]) tzname[1] = tzname[0];
}

void tzset(void)
{
	__pl_musl_tzset();
	complete_names();
}

void __secs_to_zone(long long t, int local, int *is_dst, long *offset, long *opposite, const char **name)
{
	__pl_musl_secs_to_zone(t, local, is_dst, offset, opposite, name);
	complete_names();
}

/* A time that the program leaves to us (tm_isdst < 0) is the standard one of two, and
 * one that the clocks skip is counted in standard time. */
time_t __pl_musl_mktime(struct tm *);
time_t mktime(struct tm *t)
{
	struct tm standard = *t, summer = *t;
	if (t->tm_isdst >= 0 || (tzset(), !daylight)) return __pl_musl_mktime(t);
	standard.tm_isdst = 0;
	summer.tm_isdst = 1;
	time_t at_standard = __pl_musl_mktime(&standard);
	if (standard.tm_isdst == 0) {
		*t = standard;
		return at_standard;
	}
	time_t at_summer = __pl_musl_mktime(&summer);
	*t = summer.tm_isdst == 1 ? summer : standard;
	return summer.tm_isdst == 1 ? at_summer : at_standard;
}
