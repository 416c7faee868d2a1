/* Wide character classes depend on the locale: outside UTF-8 only ASCII has any.
 * musl's tables are compiled under the names __pl_unicode_*. */
#include <wctype.h>
#include <wchar.h>
#include "locale_impl.h"

#define CLASS(name, ascii) \
	int __pl_unicode_##name(wint_t); \
	int name(wint_t c) { return c < 128 ? (ascii) : CURRENT_UTF8 ? __pl_unicode_##name(c) : 0; }

#define UPPER (c - 'A' < 26)
#define LOWER (c - 'a' < 26)
#define DIGIT (c - '0' < 10)
#define GRAPH (c - '!' < 94)

CLASS(iswalpha, UPPER || LOWER)
CLASS(iswalnum, UPPER || LOWER || DIGIT)
CLASS(iswupper, UPPER)
CLASS(iswgraph, GRAPH)
CLASS(iswprint, c - ' ' < 95)
CLASS(iswpunct, GRAPH && !(UPPER || LOWER || DIGIT))
CLASS(iswcntrl, c < ' ' || c == 127)

/* Ordinal indicators and the sharp s are lower case, and blanks are the spaces that may break. */
int __pl_unicode_iswlower(wint_t), __pl_unicode_iswblank(wint_t);
int iswlower(wint_t c)
{
	if (c < 128) return LOWER;
	return CURRENT_UTF8 && (c == 0xaa || c == 0xba || c == 0xdf || __pl_unicode_iswlower(c));
}
int iswblank(wint_t c)
{
	if (c < 128) return c == ' ' || c == '\t';
	return CURRENT_UTF8 && (c == 0x1680 || (c >= 0x2000 && c <= 0x200a && c != 0x2007) || c == 0x205f || c == 0x3000);
}

/* U+0085 is a control character, not a space, to glibc. */
int __pl_unicode_iswspace(wint_t);
int iswspace(wint_t c)
{
	if (c < 128) return c == ' ' || c - '\t' < 5;
	return CURRENT_UTF8 && c != 0x85 ? __pl_unicode_iswspace(c) : 0;
}

wint_t __pl_unicode_towupper(wint_t), __pl_unicode_towlower(wint_t);
/* The capital sharp s has a small one, which has no capital. */
wint_t towupper(wint_t c) { return c < 128 ? (LOWER ? c - 32 : c) : CURRENT_UTF8 && c != 0xdf ? __pl_unicode_towupper(c) : c; }
wint_t towlower(wint_t c) { return c < 128 ? (UPPER ? c + 32 : c) : CURRENT_UTF8 ? __pl_unicode_towlower(c) : c; }

int __pl_unicode_wcwidth(wchar_t);
int wcwidth(wchar_t wc)
{
	unsigned c = wc;
	if (c < 128) return !c ? 0 : c - ' ' < 95 ? 1 : -1;
	if (!CURRENT_UTF8 || c - 0x2028 < 2 || c - 0xd800 < 0x800 || c > 0x10ffff) return -1;
	return __pl_unicode_wcwidth(wc);
}

/* These call the functions above, not musl's tables. */
int iswlower_l(wint_t c, locale_t l) { return iswlower(c); }
int iswblank_l(wint_t c, locale_t l) { return iswblank(c); }
wint_t towupper_l(wint_t c, locale_t l) { return towupper(c); }
wint_t towlower_l(wint_t c, locale_t l) { return towlower(c); }
