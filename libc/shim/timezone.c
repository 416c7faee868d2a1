/* A POSIX time zone that names summer time but no rule for it has the rule of the
 * United States in glibc; musl's code is handed the rule explicitly. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

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
