/* The printf family, narrow and wide. */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "stdio_impl.h"
#include "locale_impl.h"
#include "float_digits.h"

const char *strerrorname_np(int);

#define MAX_POSITION 64

enum size { SIZE_CHAR = -2, SIZE_SHORT = -1, SIZE_INT = 0, SIZE_LONG = 1, SIZE_LONG_LONG = 2 };

struct spec {
	int position, width_from, precision_from; /* argument numbers; -1: the next */
	int width, precision;
	int base, size;
	unsigned char conversion;
	unsigned char left, plus, space, alternate, zero, long_double, overflow;
};

union argument {
	intmax_t i;
	double d;
	long double l;
	void *p;
};

static intmax_t fetch_integer(const struct spec *sp, va_list *ap, int is_signed)
{
	if (sp->size >= SIZE_LONG) return va_arg(*ap, long);
	int v = va_arg(*ap, int);
	if (sp->size == SIZE_CHAR) return is_signed ? (signed char)v : (unsigned char)v;
	if (sp->size == SIZE_SHORT) return is_signed ? (short)v : (unsigned short)v;
	return is_signed ? v : (intmax_t)(unsigned)v;
}

static union argument fetch_argument(const struct spec *sp, va_list *ap)
{
	union argument a;
	a.i = 0;
	switch (sp->conversion) {
	case 'd': case 'i':
		a.i = fetch_integer(sp, ap, 1);
		break;
	case 'o': case 'u': case 'x': case 'X': case 'b': case 'B':
		a.i = fetch_integer(sp, ap, 0);
		break;
	case 'c': case 'C':
		a.i = va_arg(*ap, int);
		break;
	case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
		if (sp->long_double) a.l = va_arg(*ap, long double);
		else a.d = va_arg(*ap, double);
		break;
	case 's': case 'S': case 'p': case 'n':
		a.p = va_arg(*ap, void *);
	}
	return a;
}

#define CH char
#define OTHER wchar_t
#define WIDE 0
#define NAME(x) narrow_##x
#define PUT_STREAM(f, s, n) (__fwritex((const void *)(s), n, f) < (n))
#include "printf_core.h"
#undef CH
#undef OTHER
#undef WIDE
#undef NAME
#undef PUT_STREAM

static int put_wide(FILE *f, const wchar_t *s, size_t n)
{
	for (; n; n--, s++)
		if (fputwc(*s, f) == WEOF) return -1;
	return 0;
}

#define CH wchar_t
#define OTHER char
#define WIDE 1
#define NAME(x) wide_##x
#define PUT_STREAM(f, s, n) put_wide(f, s, n)
#include "printf_core.h"

/* An unbuffered stream gets its output in one piece all the same. */
struct lent_buffer {
	unsigned char *old;
	unsigned char bytes[1024];
	int lent;
};

static void lend_buffer(FILE *f, struct lent_buffer *b)
{
	if ((b->lent = !f->buf_size && f->fd >= 0)) {
		b->old = f->buf;
		f->buf = b->bytes;
		f->buf_size = sizeof b->bytes;
		f->wpos = f->wbase = f->wend = 0;
	}
}

static int take_back(FILE *f, struct lent_buffer *b)
{
	if (!b->lent) return 0;
	int failed = 0;
	if (f->wpos != f->wbase) {
		f->write(f, 0, 0);
		failed = !f->wpos;
	}
	f->buf = b->old;
	f->buf_size = 0;
	f->wpos = f->wbase = f->wend = 0;
	return failed;
}

int vfprintf(FILE *restrict f, const char *restrict format, va_list ap)
{
	va_list args;
	struct lent_buffer b;
	struct narrow_sink o = { .stream = f };
	if (f->mode < 1) f->mode = -1;
	if (!f->wend && __towrite(f)) {
		errno = EBADF;
		return -1;
	}
	lend_buffer(f, &b);
	va_copy(args, ap);
	int n = narrow_format(&o, format, &args);
	va_end(args);
	return take_back(f, &b) || o.failed ? -1 : n;
}

int vsnprintf(char *restrict s, size_t n, const char *restrict format, va_list ap)
{
	va_list args;
	char none[1];
	if (n > INT_MAX) n = (uintptr_t)s + n < (uintptr_t)s ? INT_MAX : n;
	struct narrow_sink o = { .cursor = n ? s : none, .end = n ? s + n - 1 : none };
	va_copy(args, ap);
	int result = narrow_format(&o, format, &args);
	va_end(args);
	*o.cursor = 0;
	return result;
}

int vsprintf(char *restrict s, const char *restrict format, va_list ap)
{
	return vsnprintf(s, INT_MAX, format, ap);
}

int vfwprintf(FILE *restrict f, const wchar_t *restrict format, va_list ap)
{
	va_list args;
	struct lent_buffer b;
	struct wide_sink o = { .stream = f };
	if (fwide(f, 1) <= 0) return -1;
	if (!f->wend && __towrite(f)) {
		errno = EBADF;
		return -1;
	}
	f->mode = 1;
	lend_buffer(f, &b);
	va_copy(args, ap);
	int n = wide_format(&o, format, &args);
	va_end(args);
	return take_back(f, &b) || o.failed ? -1 : n;
}

int vswprintf(wchar_t *restrict s, size_t n, const wchar_t *restrict format, va_list ap)
{
	va_list args;
	if (!n) return -1;
	struct wide_sink o = { .cursor = s, .end = s + n - 1 };
	va_copy(args, ap);
	int result = wide_format(&o, format, &args);
	va_end(args);
	*o.cursor = 0;
	return result >= 0 && (size_t)result >= n ? -1 : result;
}
