/* Multibyte characters: in the locale "C" only ASCII exists, in "C.UTF-8" what
 * glibc's decoder takes, which are the forms of up to six bytes. A state of two words holds a partial character: the
 * first word is negative then (mbsinit and the UTF-16 functions look at it). */
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
#include "locale_impl.h"

struct partial {
	int progress;  /* INT_MIN | length << 8 | bytes seen; 0 initially */
	unsigned value;
};

static int sequence_length(unsigned char c)
{
	if (c < 0xc2) return 0;
	if (c < 0xe0) return 2;
	if (c < 0xf0) return 3;
	if (c < 0xf8) return 4;
	if (c < 0xfc) return 5;
	return c < 0xfe ? 6 : 0;
}

/* False when the bytes so far can't begin a character. */
static int plausible(int length, int seen, unsigned value)
{
	if (length == 3 && seen == 2) return value >= 0x800 >> 6 && value >> 5 != 0xd800 >> 11;
	/* Longer forms must not encode what a shorter one could. */
	return length < 4 || seen != 2 || value >= (length == 4 ? 0x10 : length == 5 ? 8 : 4);
}

size_t mbrtowc(wchar_t *restrict wc, const char *restrict src, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own_state;
	struct partial *p = (struct partial *)(st ? st : &own_state);
	const unsigned char *s = (const void *)src;
	if (!s) return mbrtowc(0, "", 1, st);
	if (!n) return -2;
	size_t used = 0;
	int length, seen;
	unsigned value;
	if (p->progress) {
		length = p->progress >> 8 & 0xff;
		seen = p->progress & 0xff;
		value = p->value;
	} else {
		if (*s < 0x80) {
			if (wc) *wc = *s;
			return *s != 0;
		}
		if (!CURRENT_UTF8 || !(length = sequence_length(*s))) goto invalid;
		value = *s & 0xff >> (length + 1);
		seen = used = 1;
	}
	while (seen < length) {
		if (used == n) {
			p->progress = INT_MIN | length << 8 | seen;
			p->value = value;
			return -2;
		}
		if ((s[used] & 0xc0) != 0x80) goto invalid;
		value = value << 6 | (s[used++] & 0x3f);
		if (!plausible(length, ++seen, value)) goto invalid;
	}
	p->progress = 0;
	if (wc) *wc = value;
	return value ? used : 0;
invalid:
	errno = EILSEQ;
	return -1;
}
weak_alias(mbrtowc, __mbrtowc);

int mbtowc(wchar_t *restrict wc, const char *restrict s, size_t n)
{
	mbstate_t state = { 0 };
	if (!s) return 0;
	size_t used = mbrtowc(wc, s, n, &state);
	return used >= (size_t)-2 ? -1 : (int)used;
}

size_t mbrlen(const char *restrict s, size_t n, mbstate_t *restrict st)
{
	static mbstate_t own_state;
	return mbrtowc(0, s, n, st ? st : &own_state);
}
weak_alias(mbrlen, __mbrlen);

int mblen(const char *s, size_t n)
{
	return mbtowc(0, s, n);
}

size_t wcrtomb(char *restrict s, wchar_t wc, mbstate_t *restrict st)
{
	unsigned c = wc;
	if (!s) return 1;
	if (c < 0x80) {
		*s = c;
		return 1;
	}
	if (!CURRENT_UTF8 || c > 0x7fffffff || c >> 11 == 0xd800 >> 11) {
		errno = EILSEQ;
		return -1;
	}
	int length = c < 0x800 ? 2 : c < 0x10000 ? 3 : c < 0x200000 ? 4 : c < 0x4000000 ? 5 : 6;
	for (int i = length - 1; i > 0; i--, c >>= 6) s[i] = 0x80 | (c & 0x3f);
	s[0] = 0xff00 >> length | c;
	return length;
}

int wctomb(char *s, wchar_t wc)
{
	return s ? (int)wcrtomb(s, wc, 0) : 0;
}

wint_t btowc(int c)
{
	return c >= 0 && c < 128 ? c : WEOF;
}

int wctob(wint_t c)
{
	return c < 128 ? (int)c : EOF;
}

/* Converts at most n bytes into at most wn characters; `src` moves only when
 * there is a destination. */
size_t mbsnrtowcs(wchar_t *restrict ws, const char **restrict src, size_t n, size_t wn, mbstate_t *restrict st)
{
	static mbstate_t own_state;
	mbstate_t scratch;
	const char *s = *src;
	size_t count = 0;
	if (!st) st = &own_state;
	if (!ws) {
		scratch = *st;
		st = &scratch;
		wn = SIZE_MAX;
	}
	while (count < wn && n) {
		wchar_t wc;
		size_t used = mbrtowc(&wc, s, n, st);
		if (used == (size_t)-1) {
			if (ws) *src = s;
			return -1;
		}
		if (used == (size_t)-2) {
			s += n;
			break;
		}
		if (ws) ws[count] = wc;
		if (!used) {
			if (ws) *src = 0;
			return count;
		}
		s += used;
		if (n != SIZE_MAX) n -= used;
		count++;
	}
	if (ws) *src = s;
	return count;
}

static size_t decode_string(wchar_t *ws, const char **src, size_t wn, mbstate_t *st)
{
	const char *s = *src;
	size_t count = 0;
	while (!ws || count < wn) {
		wchar_t wc;
		size_t used = mbrtowc(&wc, s, *s ? strnlen(s, MB_LEN_MAX) + 1 : 1, st);
		if (used >= (size_t)-2) {
			if (ws) *src = s;
			errno = EILSEQ;
			return -1;
		}
		if (ws) ws[count] = wc;
		if (!used) {
			if (ws) *src = 0;
			return count;
		}
		s += used;
		count++;
	}
	*src = s;
	return count;
}

size_t mbsrtowcs(wchar_t *restrict ws, const char **restrict src, size_t wn, mbstate_t *restrict st)
{
	static mbstate_t own_state;
	mbstate_t scratch;
	if (!st) st = &own_state;
	if (!ws) {
		scratch = *st;
		st = &scratch;
	}
	return decode_string(ws, src, wn, st);
}

size_t mbstowcs(wchar_t *restrict ws, const char *restrict s, size_t wn)
{
	mbstate_t state = { 0 };
	return decode_string(ws, &s, wn, &state);
}

size_t wcsnrtombs(char *restrict dest, const wchar_t **restrict src, size_t wn, size_t n, mbstate_t *restrict st)
{
	const wchar_t *ws = *src;
	size_t count = 0;
	char piece[MB_LEN_MAX];
	for (; wn; wn--, ws++) {
		size_t k = wcrtomb(piece, *ws, st);
		if (k == (size_t)-1) {
			if (dest) *src = ws;
			return -1;
		}
		if (dest && k > n - count) break;
		if (dest) memcpy(dest + count, piece, k);
		if (!*ws) {
			if (dest) *src = 0;
			return count;
		}
		count += k;
	}
	if (dest) *src = ws;
	return count;
}

size_t wcsrtombs(char *restrict dest, const wchar_t **restrict src, size_t n, mbstate_t *restrict st)
{
	return wcsnrtombs(dest, src, SIZE_MAX, n, st);
}

size_t wcstombs(char *restrict dest, const wchar_t *restrict ws, size_t n)
{
	return wcsnrtombs(dest, &ws, SIZE_MAX, n, 0);
}
