/* strptime with glibc's conversions, for the one language there is. Fields that
 * follow from others (weekday, day of the year) are derived at the end. */
#include <ctype.h>
#include <langinfo.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

struct reader {
	const char *s;
	struct tm *t;
	int have_wday, have_yday, have_year, have_mon, have_mday, have_uweek, have_wweek, want_days, is_pm, have_I;
	int century, week;
};

static int is_leap(int year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

static int days_before(int leap, int month)
{
	static const short days[12] = { 0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334 };
	return days[month] + (leap && month > 1);
}

static int number(struct reader *r, int low, int high, int n_digits, int *value)
{
	int v = 0;
	while (*r->s == ' ') r->s++;
	if (!isdigit((unsigned char)*r->s)) return 0;
	do {
		v = 10 * v + (*r->s++ - '0');
	} while (--n_digits > 0 && v * 10 <= high && isdigit((unsigned char)*r->s));
	*value = v;
	return v >= low && v <= high;
}

/* Full names first: their abbreviations are their beginnings. */
static int name(struct reader *r, nl_item full, nl_item abbreviated, int n, int *value)
{
	for (int pass = 0; pass < 2; pass++)
		for (int i = 0; i < n; i++) {
			const char *text = nl_langinfo((pass ? abbreviated : full) + i);
			if (!strncasecmp(r->s, text, strlen(text))) {
				r->s += strlen(text);
				*value = i;
				return 1;
			}
		}
	return 0;
}

static int zone_offset(struct reader *r)
{
	while (*r->s == ' ') r->s++;
	if (*r->s == 'Z') {
		r->s++;
		r->t->tm_gmtoff = 0;
		return 1;
	}
	if (*r->s != '+' && *r->s != '-') return 0;
	int negative = *r->s++ == '-', n = 0, v = 0;
	while (n < 4 && isdigit((unsigned char)*r->s)) {
		v = 10 * v + (*r->s++ - '0');
		if (++n == 2 && *r->s == ':') r->s++;
	}
	if (n == 2) v *= 100;
	else if (n != 4) return 0;
	if (v > 1459 || v % 100 >= 60) return 0;
	r->t->tm_gmtoff = (v / 100 * 60 + v % 100) * 60;
	if (negative) r->t->tm_gmtoff = -r->t->tm_gmtoff;
	return 1;
}

static int read_pattern(struct reader *r, const char *p);

static int convert(struct reader *r, int c)
{
	struct tm *t = r->t;
	int v;
	if (strchr("bBhdemyYC", c)) r->want_days = 1;
	switch (c) {
	case '%': return *r->s++ == '%';
	case 'n': case 't':
		while (isspace((unsigned char)*r->s)) r->s++;
		return 1;
	case 'a': case 'A':
		return name(r, DAY_1, ABDAY_1, 7, &t->tm_wday) && (r->have_wday = 1);
	case 'b': case 'B': case 'h':
		return name(r, MON_1, ABMON_1, 12, &t->tm_mon) && (r->have_mon = 1);
	case 'c': return read_pattern(r, "%a %b %e %H:%M:%S %Y");
	case 'D': case 'x': return read_pattern(r, "%m/%d/%y");
	case 'F': return read_pattern(r, "%Y-%m-%d");
	case 'T': case 'X': return read_pattern(r, "%H:%M:%S");
	case 'R': return read_pattern(r, "%H:%M");
	case 'r': return read_pattern(r, "%I:%M:%S %p");
	case 'd': case 'e': return number(r, 1, 31, 2, &t->tm_mday) && (r->have_mday = 1);
	case 'H': case 'k':
		r->have_I = 0;
		return number(r, 0, 23, 2, &t->tm_hour);
	case 'I': case 'l':
		if (!number(r, 1, 12, 2, &v)) return 0;
		t->tm_hour = v % 12;
		return r->have_I = 1;
	case 'j':
		if (!number(r, 1, 366, 3, &v)) return 0;
		t->tm_yday = v - 1;
		return r->have_yday = 1;
	case 'm':
		if (!number(r, 1, 12, 2, &v)) return 0;
		t->tm_mon = v - 1;
		return r->have_mon = 1;
	case 'M': return number(r, 0, 59, 2, &t->tm_min);
	case 'S': return number(r, 0, 61, 2, &t->tm_sec);
	case 'p': case 'P':
		if (!strncasecmp(r->s, "AM", 2)) r->is_pm = 0;
		else if (!strncasecmp(r->s, "PM", 2)) r->is_pm = 1;
		else return 0;
		r->s += 2;
		return 1;
	case 's': {
		if (!isdigit((unsigned char)*r->s)) return 0;
		time_t when = strtol(r->s, (char **)&r->s, 10);
		return localtime_r(&when, t) != 0;
	}
	case 'u':
		if (!number(r, 1, 7, 1, &v)) return 0;
		t->tm_wday = v % 7;
		return r->have_wday = 1;
	case 'w': return number(r, 0, 6, 1, &t->tm_wday) && (r->have_wday = 1);
	case 'U': return number(r, 0, 53, 2, &r->week) && (r->have_uweek = 1);
	case 'W': return number(r, 0, 53, 2, &r->week) && (r->have_wweek = 1);
	case 'V': return number(r, 0, 53, 2, &v);
	case 'g': return number(r, 0, 99, 2, &v);
	case 'G':
		if (!isdigit((unsigned char)*r->s)) return 0;
		while (isdigit((unsigned char)*r->s)) r->s++;
		return 1;
	case 'y':
		if (!number(r, 0, 99, 2, &v)) return 0;
		t->tm_year = v >= 69 ? v : v + 100;
		return r->have_year = 1;
	case 'Y':
		if (!number(r, 0, 9999, 4, &v)) return 0;
		t->tm_year = v - 1900;
		r->century = -1;
		return 1;
	case 'C':
		if (!number(r, 0, 99, 2, &v)) return 0;
		r->century = v;
		return 1;
	case 'z': return zone_offset(r);
	case 'Z':
		while (isalpha((unsigned char)*r->s)) r->s++;
		return 1;
	}
	return 0;
}

static int read_pattern(struct reader *r, const char *p)
{
	while (*p) {
		if (isspace((unsigned char)*p)) {
			while (isspace((unsigned char)*r->s)) r->s++;
			p++;
			continue;
		}
		if (*p != '%') {
			if (*r->s++ != *p++) return 0;
			continue;
		}
		p++;
		while (*p == '-' || *p == '_' || *p == '0' || *p == '^' || *p == '#') p++;
		if (*p == 'E' || *p == 'O') p++;
		if (!*p || !convert(r, *p++)) return 0;
	}
	return 1;
}

static int weekday_of(int year, int yday)
{
	long y = year - 1L + 4000; /* a multiple of 400 years keeps the divisions positive */
	return ((yday + 1 + y + y / 4 - y / 100 + y / 400) % 7 + 7) % 7;
}

static void month_from_yday(struct reader *r, int leap)
{
	int month = 0;
	while (month < 11 && days_before(leap, month + 1) <= r->t->tm_yday) month++;
	if (!r->have_mon) r->t->tm_mon = month;
	if (!r->have_mday) r->t->tm_mday = r->t->tm_yday - days_before(leap, month) + 1;
}

static void derive(struct reader *r)
{
	struct tm *t = r->t;
	if (r->have_I && r->is_pm) t->tm_hour += 12;
	if (r->century >= 0) t->tm_year = (r->have_year ? t->tm_year % 100 : 0) + (r->century - 19) * 100;
	int year = t->tm_year + 1900, leap = is_leap(year);
	int known_month = t->tm_mon >= 0 && t->tm_mon < 12;
	if (r->want_days && !r->have_wday) {
		if (!(r->have_mon && r->have_mday) && r->have_yday) month_from_yday(r, leap), known_month = 1;
		if (known_month) t->tm_wday = weekday_of(year, days_before(leap, t->tm_mon) + t->tm_mday - 1);
	}
	if (r->want_days && !r->have_yday && known_month) t->tm_yday = days_before(leap, t->tm_mon) + t->tm_mday - 1;
	if ((r->have_uweek || r->have_wweek) && r->have_wday) {
		int first = weekday_of(year, 0), offset = r->have_wweek;
		if (!r->have_yday) t->tm_yday = (7 - (first - offset)) % 7 + (r->week - 1) * 7 + (t->tm_wday - offset + 7) % 7;
		if (!r->have_mday || !r->have_mon) month_from_yday(r, leap);
	}
}

char *strptime(const char *restrict s, const char *restrict pattern, struct tm *restrict t)
{
	struct reader r = { .s = s, .t = t, .century = -1 };
	if (!read_pattern(&r, pattern)) return 0;
	derive(&r);
	return (char *)r.s;
}

char *strptime_l(const char *restrict s, const char *restrict pattern, struct tm *restrict t, locale_t l)
{
	return strptime(s, pattern, t);
}
