/* Amounts of money in the "C" locale: no currency, no grouping, two digits. */
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <math.h>
#include <monetary.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct amount { int fill, parentheses, left, width, left_digits, digits; };

static const char *number(const char *f, int *n)
{
	for (*n = 0; isdigit((unsigned char)*f); f++) *n = 10 * *n + (*f - '0');
	return f;
}

static const char *read_amount(const char *f, struct amount *a)
{
	*a = (struct amount){ .fill = ' ', .left_digits = -1, .digits = 2 };
	for (;; f++) {
		if (*f == '=' && f[1]) a->fill = *++f;
		else if (*f == '(') a->parentheses = 1;
		else if (*f == '-') a->left = 1;
		else if (!*f || !strchr("^+!", *f)) break;
	}
	f = number(f, &a->width);
	if (*f == '#') f = number(f + 1, &a->left_digits);
	if (*f == '.') f = number(f + 1, &a->digits);
	return f;
}

static int write_amount(char *out, size_t size, const struct amount *a, double v)
{
	char digits[400];
	int negative = signbit(v) != 0, whole, n = 0;
	snprintf(digits, sizeof digits, "%.*f", a->digits, fabs(v));
	whole = strcspn(digits, ".");
	char text[512], *t = text;
	if (negative) *t++ = a->parentheses ? '(' : '-';
	else if (a->left_digits >= 0) *t++ = ' ';
	for (n = whole; n < a->left_digits && t < text + 64; n++) *t++ = a->fill;
	t += sprintf(t, "%s", digits);
	if (a->parentheses && negative) *t++ = ')';
	else if (a->parentheses && a->left_digits >= 0) *t++ = ' ';
	*t = 0;
	return snprintf(out, size, a->left ? "%-*s" : "%*s", a->width, text);
}

static ssize_t format(char *s, size_t size, const char *f, va_list ap)
{
	size_t n = 0;
	for (; *f; f++) {
		struct amount a;
		int length = 1;
		if (*f == '%' && f[1] != '%') {
			f = read_amount(f + 1, &a);
			if (*f != 'n' && *f != 'i') {
				errno = EINVAL;
				return -1;
			}
			length = write_amount(s + n, size - n, &a, va_arg(ap, double));
		} else {
			if (*f == '%') f++;
			if (n < size) s[n] = *f;
		}
		if (n + length >= size) return -1;
		n += length;
	}
	s[n] = 0;
	return n;
}

ssize_t strfmon(char *restrict s, size_t size, const char *restrict f, ...)
{
	va_list ap;
	va_start(ap, f);
	ssize_t n = format(s, size, f, ap);
	va_end(ap);
	return n;
}

ssize_t strfmon_l(char *restrict s, size_t size, locale_t l, const char *restrict f, ...)
{
	va_list ap;
	va_start(ap, f);
	ssize_t n = format(s, size, f, ap);
	va_end(ap);
	return n;
}
