/* String and memory functions that the wheel's musl lacks or that would read a
 * word at a time, past the end of an object. Byte loops are also what symbolic
 * execution handles best. */
#define _GNU_SOURCE
#include <ctype.h>
#include <limits.h>
#include <locale.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <features.h>

int strcmp(const char *l, const char *r)
{
	for (; *l == *r && *l; l++, r++);
	return *(unsigned char *)l - *(unsigned char *)r;
}

int strncmp(const char *l, const char *r, size_t n)
{
	for (; n; n--, l++, r++)
		if (*l != *r || !*l) return *(unsigned char *)l - *(unsigned char *)r;
	return 0;
}

static int lower(unsigned char c)
{
	return c - 'A' < 26u ? c | 32 : c;
}

int strcasecmp(const char *l, const char *r)
{
	for (; *l && lower(*l) == lower(*r); l++, r++);
	return lower(*l) - lower(*r);
}

int strncasecmp(const char *l, const char *r, size_t n)
{
	for (; n; n--, l++, r++)
		if (!*l || lower(*l) != lower(*r)) return lower(*l) - lower(*r);
	return 0;
}

int strcasecmp_l(const char *l, const char *r, locale_t locale) { return strcasecmp(l, r); }
int strncasecmp_l(const char *l, const char *r, size_t n, locale_t locale) { return strncasecmp(l, r, n); }
weak_alias(strcasecmp_l, __strcasecmp_l);
weak_alias(strncasecmp_l, __strncasecmp_l);
weak_alias(strcasecmp, __strcasecmp);

void *memchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	for (; n; n--, p++)
		if (*p == (unsigned char)c) return (void *)p;
	return 0;
}

void *rawmemchr(const void *s, int c)
{
	const unsigned char *p = s;
	while (*p != (unsigned char)c) p++;
	return (void *)p;
}
weak_alias(rawmemchr, __rawmemchr);

void *memrchr(const void *s, int c, size_t n)
{
	const unsigned char *p = s;
	while (n--)
		if (p[n] == (unsigned char)c) return (void *)(p + n);
	return 0;
}
weak_alias(memrchr, __memrchr);

void *memccpy(void *restrict dest, const void *restrict src, int c, size_t n)
{
	unsigned char *d = dest;
	const unsigned char *s = src;
	for (; n; n--)
		if ((*d++ = *s++) == (unsigned char)c) return d;
	return 0;
}

void *mempcpy(void *restrict dest, const void *restrict src, size_t n)
{
	return (char *)memcpy(dest, src, n) + n;
}
weak_alias(mempcpy, __mempcpy);

void *memmem(const void *haystack, size_t n, const void *needle, size_t m)
{
	const unsigned char *h = haystack, *first;
	if (!m) return (void *)h;
	for (; n >= m; n -= first + 1 - h, h = first + 1) {
		first = memchr(h, *(unsigned char *)needle, n - m + 1);
		if (!first) return 0;
		if (!memcmp(first, needle, m)) return (void *)first;
	}
	return 0;
}

void bzero(void *s, size_t n) { memset(s, 0, n); }
void bcopy(const void *src, void *dest, size_t n) { memmove(dest, src, n); }
void explicit_bzero(void *s, size_t n) { memset(s, 0, n); }

void *memfrob(void *s, size_t n)
{
	for (unsigned char *p = s; n--; p++) *p ^= 42;
	return s;
}

size_t strnlen(const char *s, size_t n)
{
	size_t i = 0;
	while (i < n && s[i]) i++;
	return i;
}

char *strchrnul(const char *s, int c)
{
	while (*s && *s != (char)c) s++;
	return (char *)s;
}
weak_alias(strchrnul, __strchrnul);

char *strchr(const char *s, int c)
{
	for (;; s++) {
		if (*s == (char)c) return (char *)s;
		if (!*s) return 0;
	}
}
weak_alias(strchr, index);

char *strrchr(const char *s, int c)
{
	const char *last = 0;
	for (;; s++) {
		if (*s == (char)c) last = s;
		if (!*s) return (char *)last;
	}
}
weak_alias(strrchr, rindex);

char *stpcpy(char *restrict d, const char *restrict s)
{
	for (; (*d = *s); d++, s++);
	return d;
}
weak_alias(stpcpy, __stpcpy);

char *strcpy(char *restrict d, const char *restrict s)
{
	stpcpy(d, s);
	return d;
}

char *stpncpy(char *restrict d, const char *restrict s, size_t n)
{
	for (; n && (*d = *s); n--, d++, s++);
	memset(d, 0, n);
	return d;
}
weak_alias(stpncpy, __stpncpy);

char *strncpy(char *restrict d, const char *restrict s, size_t n)
{
	stpncpy(d, s, n);
	return d;
}

char *strcat(char *restrict d, const char *restrict s)
{
	stpcpy(d + strlen(d), s);
	return d;
}

char *strncat(char *restrict d, const char *restrict s, size_t n)
{
	char *end = d + strlen(d);
	for (; n && *s; n--) *end++ = *s++;
	*end = 0;
	return d;
}

size_t strlcpy(char *d, const char *s, size_t n)
{
	size_t length = strlen(s);
	if (n) {
		size_t k = length < n ? length : n - 1;
		memcpy(d, s, k);
		d[k] = 0;
	}
	return length;
}

size_t strlcat(char *d, const char *s, size_t n)
{
	size_t l = strnlen(d, n);
	if (l == n) return l + strlen(s);
	return l + strlcpy(d + l, s, n - l);
}

size_t strspn(const char *s, const char *accept)
{
	size_t i = 0;
	while (s[i] && strchr(accept, s[i])) i++;
	return i;
}

size_t strcspn(const char *s, const char *reject)
{
	size_t i = 0;
	while (s[i] && !strchr(reject, s[i])) i++;
	return i;
}

char *strstr(const char *haystack, const char *needle)
{
	if (!*needle) return (char *)haystack;
	for (; (haystack = strchr(haystack, *needle)); haystack++) {
		size_t i = 1;
		while (needle[i] && haystack[i] == needle[i]) i++;
		if (!needle[i]) return (char *)haystack;
	}
	return 0;
}

char *strcasestr(const char *haystack, const char *needle)
{
	size_t n = strlen(needle);
	if (!n) return (char *)haystack;
	for (; *haystack; haystack++)
		if (!strncasecmp(haystack, needle, n)) return (char *)haystack;
	return 0;
}

char *__strdup(const char *s) { return strdup(s); }
char *__strndup(const char *s, size_t n) { return strndup(s, n); }
char *__strtok_r(char *restrict s, const char *restrict sep, char **restrict p) { return strtok_r(s, sep, p); }

int abs(int a) { return a > 0 ? a : -(unsigned)a; }
long labs(long a) { return a > 0 ? a : -(unsigned long)a; }
long long llabs(long long a) { return a > 0 ? a : -(unsigned long long)a; }
intmax_t imaxabs(intmax_t a) { return llabs(a); }
