/* strftime with GNU's flags and widths, in the one language there is. */
#include <ctype.h>
#include <langinfo.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <wchar.h>

struct output {
	char *p;
	size_t room, length;
};

struct field {
	int pad;          /* '_', '-', '0' or 0 */
	int width;        /* -1: none given */
	int upper, swap_case;
};

static void put(struct output *o, const char *s, size_t n)
{
	for (size_t i = 0; i < n; i++, o->length++)
		if (o->length < o->room) o->p[o->length] = s[i];
}

static void fill(struct output *o, char c, int n)
{
	for (; n > 0; n--) put(o, &c, 1);
}

static void put_text(struct output *o, const struct field *f, const char *s, size_t n, int lower)
{
	fill(o, f->pad == '0' ? '0' : ' ', f->width > (long)n ? f->width - (int)n : 0);
	for (size_t i = 0; i < n; i++) {
		char c = lower ? tolower(s[i]) : f->upper ? toupper(s[i]) : s[i];
		put(o, &c, 1);
	}
}

/* A number of at least `digits` digits; `blank` tells that blanks pad by default. */
static void put_number(struct output *o, const struct field *f, long value, int digits, int blank)
{
	char text[24];
	int negative = value < 0;
	int n = snprintf(text, sizeof text, "%lu", negative ? -(unsigned long)value : (unsigned long)value);
	int pad = f->pad ? f->pad : blank ? '_' : '0';
	int total = pad == '-' ? 0 : digits;
	if (f->width > total && pad != '-') total = f->width;
	int missing = total - n - negative;
	if (pad == '-') missing = f->width - n - negative;
	if (pad == '_' || pad == '-') fill(o, ' ', missing);
	if (negative) put(o, "-", 1);
	if (pad != '_' && pad != '-') fill(o, '0', missing);
	put(o, text, n);
}

static int is_leap(long year) { return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0); }

/* The ISO 8601 week; *year is changed when it belongs to a neighbour. */
static int iso_week(const struct tm *t, long *year)
{
	int monday_based = (t->tm_wday + 6) % 7;
	int week = (t->tm_yday - monday_based + 10) / 7;
	*year = t->tm_year + 1900L;
	if (week < 1) {
		--*year;
		int yday = t->tm_yday + (is_leap(*year) ? 366 : 365);
		return (yday - monday_based + 10) / 7;
	}
	if (week == 53) {
		int days = is_leap(*year) ? 366 : 365;
		if (t->tm_yday - monday_based + 3 >= days) {
			++*year;
			return 1;
		}
	}
	return week;
}

static void format(struct output *o, const char *s, const struct tm *t, int upper);

static void put_nested(struct output *o, const struct field *f, const char *pattern, const struct tm *t)
{
	char text[512];
	struct output inner = { text, sizeof text, 0 };
	format(&inner, pattern, t, f->upper);
	struct field plain = *f;
	if (f->pad == '-') plain.width = -1;
	put_text(o, &plain, text, inner.length, 0);
}

static long floor_div(long a, long b) { return a / b - (a % b < 0); }

static void put_zone_offset(struct output *o, const struct field *f, const struct tm *t)
{
	if (t->tm_isdst < 0) return;
	long minutes = t->tm_gmtoff / 60;
	/* The sign is a field of its own, with the same width. */
	put_text(o, f, t->tm_gmtoff < 0 ? "-" : "+", 1, 0);
	put_number(o, f, labs(minutes / 60 * 100 + minutes % 60), 4, 0);
}

static int convert(struct output *o, struct field *f, int c, const struct tm *t)
{
	long year = t->tm_year + 1900L, other;
	int hour12 = t->tm_hour % 12 ? t->tm_hour % 12 : 12;
	const char *text;
	struct tm copy;
	switch (c) {
	case '%': put_text(o, f, "%", 1, 0); return 1;
	case 'n': put_text(o, f, "\n", 1, 0); return 1;
	case 't': put_text(o, f, "\t", 1, 0); return 1;
	case 'a': case 'A':
		if (f->swap_case) f->upper = 1;
		text = t->tm_wday < 0 || t->tm_wday > 6 ? "?" : nl_langinfo((c == 'a' ? ABDAY_1 : DAY_1) + t->tm_wday);
		put_text(o, f, text, strlen(text), 0);
		return 1;
	case 'b': case 'h': case 'B':
		if (f->swap_case) f->upper = 1;
		text = t->tm_mon < 0 || t->tm_mon > 11 ? "?" : nl_langinfo((c == 'B' ? MON_1 : ABMON_1) + t->tm_mon);
		put_text(o, f, text, strlen(text), 0);
		return 1;
	case 'p': case 'P':
		text = t->tm_hour > 11 ? "PM" : "AM";
		put_text(o, f, text, 2, c == 'P' || f->swap_case);
		return 1;
	case 'Z':
		text = t->tm_zone ? t->tm_zone : "";
		put_text(o, f, text, strlen(text), f->swap_case);
		return 1;
	case 'c': put_nested(o, f, "%a %b %e %H:%M:%S %Y", t); return 1;
	case 'D': case 'x': put_nested(o, f, "%m/%d/%y", t); return 1;
	case 'T': case 'X': put_nested(o, f, "%H:%M:%S", t); return 1;
	case 'R': put_nested(o, f, "%H:%M", t); return 1;
	case 'r': put_nested(o, f, "%I:%M:%S %p", t); return 1;
	case 'F': put_nested(o, f, "%Y-%m-%d", t); return 1;
	case 'd': put_number(o, f, t->tm_mday, 2, 0); return 1;
	case 'e': put_number(o, f, t->tm_mday, 2, 1); return 1;
	case 'H': put_number(o, f, t->tm_hour, 2, 0); return 1;
	case 'I': put_number(o, f, hour12, 2, 0); return 1;
	case 'k': put_number(o, f, t->tm_hour, 2, 1); return 1;
	case 'l': put_number(o, f, hour12, 2, 1); return 1;
	case 'j': put_number(o, f, t->tm_yday + 1L, 3, 0); return 1;
	case 'M': put_number(o, f, t->tm_min, 2, 0); return 1;
	case 'm': put_number(o, f, t->tm_mon + 1L, 2, 0); return 1;
	case 'S': put_number(o, f, t->tm_sec, 2, 0); return 1;
	case 's': {
		copy = *t;
		char seconds[24];
		put_text(o, f, seconds, snprintf(seconds, sizeof seconds, "%ld", (long)mktime(&copy)), 0);
		return 1;
	}
	case 'u': put_number(o, f, (t->tm_wday + 6) % 7 + 1, 1, 0); return 1;
	case 'w': put_number(o, f, t->tm_wday, 1, 0); return 1;
	case 'U': put_number(o, f, (t->tm_yday - t->tm_wday + 7) / 7, 2, 0); return 1;
	case 'W': put_number(o, f, (t->tm_yday - (t->tm_wday + 6) % 7 + 7) / 7, 2, 0); return 1;
	case 'V': put_number(o, f, iso_week(t, &other), 2, 0); return 1;
	case 'g':
		iso_week(t, &other);
		put_number(o, f, (other % 100 + 100) % 100, 2, 0);
		return 1;
	case 'G':
		iso_week(t, &other);
		put_number(o, f, other, 1, 0);
		return 1;
	case 'Y': put_number(o, f, year, 1, 0); return 1;
	case 'C': put_number(o, f, floor_div(year, 100), 1, 0); return 1;
	case 'y': put_number(o, f, (year % 100 + 100) % 100, 2, 0); return 1;
	case 'z': put_zone_offset(o, f, t); return 1;
	}
	return 0;
}

static void format(struct output *o, const char *s, const struct tm *t, int upper)
{
	while (*s) {
		if (*s != '%') {
			put(o, s++, 1);
			continue;
		}
		const char *begin = s++;
		struct field f = { 0, -1, upper, 0 };
		for (;; s++) {
			if (*s == '_' || *s == '-' || *s == '0') f.pad = *s;
			else if (*s == '^') f.upper = 1;
			else if (*s == '#') f.swap_case = 1;
			else break;
		}
		if (isdigit((unsigned char)*s)) {
			f.width = 0;
			for (; isdigit((unsigned char)*s); s++)
				f.width = f.width > INT_MAX / 10 - 1 ? INT_MAX : 10 * f.width + (*s - '0');
		}
		/* Each modifier goes with some conversions only. */
		const char *refused = "";
		if (*s == 'E') s++, refused = "aAbBdDeFgGhHIjklmMSUVwW";
		else if (*s == 'O') s++, refused = "aAcDFxXY";
		int known = *s && !strchr(refused, *s) && convert(o, &f, *s, t);
		if (*s) s++;
		if (!known) put_text(o, &f, begin, s - begin, 0);
	}
}

size_t strftime(char *restrict buf, size_t n, const char *restrict pattern, const struct tm *restrict t)
{
	struct output o = { buf, n, 0 };
	format(&o, pattern, t, 0);
	if (o.length >= n) return 0;
	buf[o.length] = 0;
	return o.length;
}

size_t strftime_l(char *restrict buf, size_t n, const char *restrict pattern, const struct tm *restrict t, locale_t l)
{
	return strftime(buf, n, pattern, t);
}
size_t __strftime_l(char *buf, size_t n, const char *pattern, const struct tm *t, locale_t l) { return strftime(buf, n, pattern, t); }

size_t wcsftime(wchar_t *restrict buf, size_t n, const wchar_t *restrict pattern, const struct tm *restrict t)
{
	size_t narrow_room = 4 * wcslen(pattern) + 1, room = 4 * n + 1;
	char *narrow = malloc(narrow_room), *text = malloc(room);
	size_t length = 0;
	if (narrow && text && wcstombs(narrow, pattern, narrow_room) != (size_t)-1
		&& (length = strftime(text, room, narrow, t)) > 0) {
		length = mbstowcs(0, text, 0);
		if (length != (size_t)-1 && length < n) mbstowcs(buf, text, n);
		else length = 0;
	}
	free(narrow);
	free(text);
	return length;
}
size_t wcsftime_l(wchar_t *restrict buf, size_t n, const wchar_t *restrict pattern, const struct tm *restrict t, locale_t l)
{
	return wcsftime(buf, n, pattern, t);
}
