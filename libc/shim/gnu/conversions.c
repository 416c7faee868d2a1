/* Character sets: what has no counterpart in the target is an error for glibc, where
 * musl writes an asterisk. */
#include <errno.h>
#include <iconv.h>
#include <stdlib.h>
#include <string.h>

iconv_t __pl_musl_iconv_open(const char *, const char *);
size_t __pl_musl_iconv(iconv_t, char **restrict, size_t *restrict, char **restrict, size_t *restrict);
int __pl_musl_iconv_close(iconv_t);

struct conversion {
	iconv_t inner;
	int transliterate, ignore;
};

iconv_t iconv_open(const char *to, const char *from)
{
	char plain[64];
	size_t n = strcspn(to, "/");
	struct conversion *c = malloc(sizeof *c);
	if (!c) return (iconv_t)-1;
	if (n >= sizeof plain) n = sizeof plain - 1;
	memcpy(plain, to, n);
	plain[n] = 0;
	c->transliterate = strstr(to + n, "//TRANSLIT") != 0;
	c->ignore = strstr(to + n, "//IGNORE") != 0;
	c->inner = __pl_musl_iconv_open(plain, from);
	if (c->inner != (iconv_t)-1) return c;
	free(c);
	return (iconv_t)-1;
}

int iconv_close(iconv_t handle)
{
	struct conversion *c = handle;
	int result = __pl_musl_iconv_close(c->inner);
	free(c);
	return result;
}

/* Converts one character, taking as few bytes as it needs. */
static size_t step(struct conversion *c, char **in, size_t *left, char **out, size_t *room)
{
	size_t result = -1;
	for (size_t n = 1; n <= *left && n <= 16; n++) {
		size_t piece = n;
		result = __pl_musl_iconv(c->inner, in, &piece, out, room);
		*left -= n - piece;
		if (piece != n || result != (size_t)-1 || errno != EINVAL) break;
	}
	return result;
}

size_t iconv(iconv_t handle, char **restrict in, size_t *restrict left, char **restrict out, size_t *restrict room)
{
	struct conversion *c = handle;
	size_t changed = 0;
	int saved = errno;
	if (!in || !*in) return __pl_musl_iconv(c->inner, in, left, out, room);
	while (*left) {
		char *in_before = *in, *out_before = *out;
		size_t left_before = *left, room_before = *room;
		size_t result = step(c, in, left, out, room);
		if (result == (size_t)-1) return result;
		if (result && !c->transliterate) {
			*out = out_before;
			*room = room_before;
			changed = -1;
			if (c->ignore) continue;
			*in = in_before;
			*left = left_before;
			errno = EILSEQ;
			return -1;
		}
		if (result && changed != (size_t)-1) changed++;
	}
	errno = changed == (size_t)-1 ? EILSEQ : saved;
	return changed;
}
