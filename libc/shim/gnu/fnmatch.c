/* What glibc's fnmatch and glob add to POSIX: ksh's pattern lists and braces.
 * Plain patterns are musl's. */
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int __pl_musl_fnmatch(const char *, const char *, int);

/* The end of a bracket expression that starts at `p`, or null. */
static const char *after_bracket(const char *p)
{
	p++;
	if (*p == '!' || *p == '^') p++;
	if (*p == ']') p++;
	for (; *p && *p != ']'; p++) {
		if (*p == '[' && (p[1] == ':' || p[1] == '.' || p[1] == '=')) {
			char kind = p[1];
			const char *close = p + 2;
			while (*close && !(*close == kind && close[1] == ']')) close++;
			if (*close) p = close + 1;
		} else if (*p == '\\' && p[1]) p++;
	}
	return *p ? p + 1 : 0;
}

/* The end of an alternative of the list that starts after '(': '|' or ')' at its own depth. */
static const char *alternative_end(const char *p)
{
	for (int depth = 0; *p; p++) {
		const char *after;
		if (*p == '\\' && p[1]) p++;
		else if (*p == '[' && (after = after_bracket(p))) p = after - 1;
		else if (*p == '(') depth++;
		else if (*p == ')' && !depth--) return p;
		else if (*p == '|' && !depth) return p;
	}
	return 0;
}

static int is_list(const char *p)
{
	if (!*p || !strchr("?*+@!", *p) || p[1] != '(') return 0;
	const char *end = p + 2;
	while ((end = alternative_end(end)) && *end == '|') end++;
	return end != 0;
}

static int match(const char *p, const char *p_end, const char *s, const char *s_end, const char *begin, int flags);

/* Whether a wildcard may not stand for what is at `s`. */
static int is_protected(const char *s, const char *begin, int flags)
{
	if (*s == '/' && flags & FNM_PATHNAME) return 1;
	return *s == '.' && flags & FNM_PERIOD && (s == begin || (flags & FNM_PATHNAME && s[-1] == '/'));
}

static int match_any(const char *list, const char *s, const char *s_end, const char *begin, int flags)
{
	for (const char *p = list, *end; (end = alternative_end(p)); p = end + 1) {
		if (match(p, end, s, s_end, begin, flags)) return 1;
		if (*end == ')') break;
	}
	return 0;
}

static int match_list(char kind, const char *list, const char *rest, const char *p_end,
	const char *s, const char *s_end, const char *begin, int flags)
{
	if ((kind == '?' || kind == '*') && match(rest, p_end, s, s_end, begin, flags)) return 1;
	if (kind == '!' && is_protected(s, begin, flags) && s < s_end) return 0;
	for (const char *stop = s; stop <= s_end; stop++) {
		int hit = match_any(list, s, stop, begin, flags);
		if (kind == '!') {
			if (!hit && match(rest, p_end, stop, s_end, begin, flags)) return 1;
			if (stop < s_end && *stop == '/' && flags & FNM_PATHNAME) return 0;
			continue;
		}
		if (!hit) continue;
		if (match(rest, p_end, stop, s_end, begin, flags)) return 1;
		if ((kind == '*' || kind == '+') && stop > s && match_list('*', list, rest, p_end, stop, s_end, begin, flags))
			return 1;
	}
	return 0;
}

/* One bracket expression against one character, by musl's matcher. */
static int match_bracket(const char *p, const char *after, char c, int flags)
{
	char fragment[256], text[2] = { c };
	size_t n = after - p;
	if (n >= sizeof fragment) return 0;
	memcpy(fragment, p, n);
	fragment[n] = 0;
	return !__pl_musl_fnmatch(fragment, text, flags & (FNM_NOESCAPE | FNM_CASEFOLD));
}

static int same(char a, char b, int flags)
{
	if (a == b) return 1;
	unsigned x = (unsigned char)a | 32, y = (unsigned char)b | 32;
	return flags & FNM_CASEFOLD && x == y && x - 'a' < 26;
}

static int match(const char *p, const char *p_end, const char *s, const char *s_end, const char *begin, int flags)
{
	for (; p < p_end; p++, s++) {
		if (is_list(p)) {
			const char *rest = p + 2;
			while (*(rest = alternative_end(rest)) == '|') rest++;
			return match_list(*p, p + 2, rest + 1, p_end, s, s_end, begin, flags);
		}
		if (*p == '*') {
			if (s < s_end && *s == '.' && is_protected(s, begin, flags)) return 0;
			for (; s <= s_end; s++) {
				if (match(p + 1, p_end, s, s_end, begin, flags)) return 1;
				if (s < s_end && *s == '/' && flags & FNM_PATHNAME) return 0;
			}
			return 0;
		}
		if (s == s_end) return 0;
		const char *after;
		if (*p == '?') {
			if (is_protected(s, begin, flags)) return 0;
		} else if (*p == '[' && (after = after_bracket(p)) && after <= p_end) {
			if (is_protected(s, begin, flags) || !match_bracket(p, after, *s, flags)) return 0;
			p = after - 1;
		} else {
			if (*p == '\\' && !(flags & FNM_NOESCAPE) && p + 1 < p_end) p++;
			if (!same(*p, *s, flags)) return 0;
		}
	}
	return s == s_end || (flags & FNM_LEADING_DIR && *s == '/');
}

static int has_list(const char *p)
{
	for (; *p; p++) {
		if (*p == '\\' && p[1]) p++;
		else if (is_list(p)) return 1;
	}
	return 0;
}

int fnmatch(const char *pattern, const char *s, int flags)
{
	if (flags & FNM_EXTMATCH && has_list(pattern))
		return match(pattern, pattern + strlen(pattern), s, s + strlen(s), s, flags) ? 0 : FNM_NOMATCH;
	size_t n = strlen(pattern), n_backslashes = 0;
	while (n_backslashes < n && pattern[n - 1 - n_backslashes] == '\\') n_backslashes++;
	if (!(flags & FNM_NOESCAPE) && n_backslashes % 2) return FNM_NOMATCH;
	return __pl_musl_fnmatch(pattern, s, flags);
}

int __pl_musl_glob(const char *restrict, int, int (*)(const char *, int), glob_t *restrict);

/* The end of a piece of a brace list: ',' or '}' at its own depth. */
static const char *piece_end(const char *p, int flags)
{
	for (int depth = 0; *p; p++) {
		if (*p == '\\' && p[1] && !(flags & GLOB_NOESCAPE)) p++;
		else if (*p == '{') depth++;
		else if (*p == '}' && !depth--) return p;
		else if (*p == ',' && !depth) return p;
	}
	return 0;
}

static int glob_braces(const char *pattern, int flags, int (*on_error)(const char *, int), glob_t *g)
{
	const char *open = pattern, *close;
	while (*open && *open != '{') open += *open == '\\' && open[1] && !(flags & GLOB_NOESCAPE) ? 2 : 1;
	close = *open ? open + 1 : 0;
	while (close && (close = piece_end(close, flags)) && *close == ',') close++;
	if (!close || !strncmp(open, "{}", 2)) return __pl_musl_glob(pattern, flags & ~GLOB_BRACE, on_error, g);
	int before = flags & GLOB_APPEND ? g->gl_pathc : 0, result = GLOB_NOMATCH;
	for (const char *piece = open + 1, *end;; piece = end + 1) {
		end = piece_end(piece, flags);
		size_t n_head = open - pattern, n_piece = end - piece;
		char *one = malloc(n_head + n_piece + strlen(close));
		if (!one) return GLOB_NOSPACE;
		memcpy(one, pattern, n_head);
		memcpy(one + n_head, piece, n_piece);
		strcpy(one + n_head + n_piece, close + 1);
		int status = glob_braces(one, flags & ~(GLOB_NOCHECK | GLOB_NOMAGIC), on_error, g);
		free(one);
		if (status && status != GLOB_NOMATCH) return status;
		if (!status) {
			result = 0;
			flags |= GLOB_APPEND;
		}
		if (*end == '}') break;
	}
	if (result == GLOB_NOMATCH && (int)g->gl_pathc == before && flags & (GLOB_NOCHECK | GLOB_NOMAGIC))
		return __pl_musl_glob(pattern, (flags & ~(GLOB_BRACE | GLOB_NOMAGIC)) | GLOB_NOCHECK, on_error, g);
	return result;
}

/* Leaves only directories among the names found from `first` on. */
static void keep_directories(glob_t *g, size_t first)
{
	size_t kept = first;
	for (size_t i = first; i < g->gl_pathc; i++) {
		char **names = g->gl_pathv + g->gl_offs;
		struct stat st;
		if (!stat(names[i], &st) && S_ISDIR(st.st_mode)) {
			char *name = names[kept];
			names[kept++] = names[i];
			names[i] = name;
		}
	}
	if (kept < g->gl_pathc) g->gl_pathv[g->gl_offs + kept] = 0;
	g->gl_pathc = kept;
}

int glob(const char *restrict pattern, int flags, int (*on_error)(const char *, int), glob_t *restrict g)
{
	int saved = errno;
	size_t before = flags & GLOB_APPEND ? g->gl_pathc : 0;
	int plain = !glob_pattern_p(pattern, !(flags & GLOB_NOESCAPE));
	if (flags & GLOB_NOMAGIC && !(flags & GLOB_BRACE) && plain) flags |= GLOB_NOCHECK;
	int status = flags & GLOB_BRACE ? glob_braces(pattern, flags, on_error, g)
		: __pl_musl_glob(pattern, flags & ~GLOB_NOMAGIC, on_error, g);
	if (!status && flags & GLOB_ONLYDIR) keep_directories(g, before);
	if (plain && !(flags & GLOB_BRACE)) errno = saved;
	return status;
}
