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
CLASS(iswlower, LOWER)
CLASS(iswgraph, GRAPH)
CLASS(iswprint, c - ' ' < 95)
CLASS(iswpunct, GRAPH && !(UPPER || LOWER || DIGIT))
CLASS(iswblank, c == ' ' || c == '\t')
CLASS(iswcntrl, c < ' ' || c == 127)

/* U+0085 is a control character, not a space, to glibc. */
int __pl_unicode_iswspace(wint_t);
int iswspace(wint_t c)
{
	if (c < 128) return c == ' ' || c - '\t' < 5;
	return CURRENT_UTF8 && c != 0x85 ? __pl_unicode_iswspace(c) : 0;
}

wint_t __pl_unicode_towupper(wint_t), __pl_unicode_towlower(wint_t);
wint_t towupper(wint_t c) { return c < 128 ? (LOWER ? c - 32 : c) : CURRENT_UTF8 ? __pl_unicode_towupper(c) : c; }
wint_t towlower(wint_t c) { return c < 128 ? (UPPER ? c + 32 : c) : CURRENT_UTF8 ? __pl_unicode_towlower(c) : c; }

int __pl_unicode_wcwidth(wchar_t);
int wcwidth(wchar_t wc)
{
	unsigned c = wc;
	if (c < 128) return !c ? 0 : c - ' ' < 95 ? 1 : -1;
	return CURRENT_UTF8 ? __pl_unicode_wcwidth(wc) : -1;
}
