/* Word expansion without commands: quotes, variables, arithmetic, tilde, splitting and
 * file names. A command substitution is unsupported, unless the caller forbids it. */
#include <ctype.h>
#include <glob.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <wordexp.h>

void __pl_unsupported(const char *);

/* A word while it grows: `text` is what it stands for, `pattern` the same with quoted
 * characters escaped for glob. */
struct word {
	char *text, *pattern;
	size_t n_text, n_pattern;
	int started, has_wildcard;
};

struct expansion {
	wordexp_t *result;
	int flags, error;
	struct word word;
};

static void add_byte(struct expansion *e, char **s, size_t *n, char c)
{
	char *grown = realloc(*s, *n + 2);
	if (!grown) {
		e->error = WRDE_NOSPACE;
		return;
	}
	*s = grown;
	grown[(*n)++] = c;
	grown[*n] = 0;
}

static void put(struct expansion *e, char c, int quoted)
{
	struct word *w = &e->word;
	w->started = 1;
	add_byte(e, &w->text, &w->n_text, c);
	if (strchr("*?[", c) && !quoted) w->has_wildcard = 1;
	if (quoted || c == '\\') add_byte(e, &w->pattern, &w->n_pattern, '\\');
	add_byte(e, &w->pattern, &w->n_pattern, c);
}

static void keep_word(struct expansion *e, const char *text)
{
	wordexp_t *r = e->result;
	char **grown = realloc(r->we_wordv, (r->we_offs + r->we_wordc + 2) * sizeof *grown);
	char *copy = strdup(text);
	if (grown) r->we_wordv = grown;
	if (!grown || !copy) {
		free(copy);
		e->error = WRDE_NOSPACE;
		return;
	}
	grown[r->we_offs + r->we_wordc++] = copy;
	grown[r->we_offs + r->we_wordc] = 0;
}

static void end_word(struct expansion *e)
{
	struct word *w = &e->word;
	glob_t files;
	if (w->started && w->has_wildcard && !glob(w->pattern, 0, 0, &files)) {
		for (size_t i = 0; i < files.gl_pathc; i++) keep_word(e, files.gl_pathv[i]);
		globfree(&files);
	} else if (w->started) keep_word(e, w->text ? w->text : "");
	free(w->text);
	free(w->pattern);
	memset(w, 0, sizeof *w);
}

static int is_name(char c) { return c == '_' || isalnum((unsigned char)c); }

/* Puts a value, split at the separators when it is not quoted. */
static void put_value(struct expansion *e, const char *value, int quoted)
{
	const char *separators = getenv("IFS");
	if (!separators) separators = " \t\n";
	for (; *value; value++) {
		if (quoted || !strchr(separators, *value)) put(e, *value, quoted);
		else if (isspace((unsigned char)*value)) {
			if (e->word.started) end_word(e);
		} else {
			e->word.started = 1;
			end_word(e);
		}
	}
	if (quoted) e->word.started = 1;
}

/* The end of what opens before `s`, with nested brackets and quotes skipped. */
static const char *matching(const char *s, char open, char close)
{
	for (int depth = 1; *s; s++) {
		if (*s == '\\' && s[1]) s++;
		else if (*s == open) depth++;
		else if (*s == close && !--depth) return s;
	}
	return 0;
}

static const char *expand(struct expansion *e, const char *s, const char *end, int quoted);

/* Arithmetic: a recursive descent over + - * / % and parentheses. */
struct sum { const char *s, *end; int error; };
static long add_up(struct sum *a);

static char peek(struct sum *a)
{
	while (a->s < a->end && isspace((unsigned char)*a->s)) a->s++;
	return a->s < a->end ? *a->s : 0;
}

static long factor(struct sum *a)
{
	char c = peek(a);
	if (c == '+' || c == '-') {
		a->s++;
		long v = factor(a);
		return c == '-' ? -v : v;
	}
	if (c == '(') {
		a->s++;
		long v = add_up(a);
		if (peek(a) != ')') a->error = 1;
		else a->s++;
		return v;
	}
	if (isdigit((unsigned char)c)) return strtol(a->s, (char **)&a->s, 0);
	a->error = 1;
	return 0;
}

static long multiply(struct sum *a)
{
	long v = factor(a);
	for (char c; !a->error && ((c = peek(a)) == '*' || c == '/' || c == '%');) {
		a->s++;
		long w = factor(a);
		if (c == '*') v *= w;
		else if (!w) a->error = 1;
		else v = c == '/' ? v / w : v % w;
	}
	return v;
}

static long add_up(struct sum *a)
{
	long v = multiply(a);
	for (char c; !a->error && ((c = peek(a)) == '+' || c == '-');) {
		a->s++;
		long w = multiply(a);
		v = c == '+' ? v + w : v - w;
	}
	return v;
}

/* Expands a part on its own, into one text. */
static char *text_of(struct expansion *e, const char *s, const char *end)
{
	wordexp_t none = { 0 };
	struct expansion inner = { .result = &none, .flags = e->flags };
	expand(&inner, s, end, 1);
	if (inner.error) e->error = inner.error;
	free(inner.word.pattern);
	return inner.word.text ? inner.word.text : strdup("");
}

static const char *arithmetic(struct expansion *e, const char *s, int quoted)
{
	const char *close = matching(s, '(', ')');
	if (!close || close[1] != ')') {
		e->error = WRDE_SYNTAX;
		return s;
	}
	char *text = text_of(e, s, close), digits[24];
	if (text && !e->error) {
		struct sum a = { text, text + strlen(text) };
		long v = peek(&a) ? add_up(&a) : 0;
		if (a.error || peek(&a)) e->error = WRDE_SYNTAX;
		snprintf(digits, sizeof digits, "%ld", v);
		put_value(e, digits, quoted);
	}
	free(text);
	return close + 2;
}

/* ${name}, ${#name} and ${name:-word} with its kin. */
static const char *braced(struct expansion *e, const char *s, int quoted)
{
	const char *close = matching(s, '{', '}'), *begin = s;
	char name[256];
	if (!close) {
		e->error = WRDE_SYNTAX;
		return s;
	}
	int length = *s == '#' && s + 1 < close;
	if (length) begin = ++s;
	while (is_name(*s)) s++;
	size_t n = s - begin;
	if (!n || n >= sizeof name) {
		e->error = WRDE_SYNTAX;
		return close + 1;
	}
	memcpy(name, begin, n);
	name[n] = 0;
	const char *value = getenv(name);
	int colon = *s == ':';
	char action = s < close ? *(s += colon) : 0;
	int missing = !value || (colon && !*value);
	if (length) {
		char digits[24];
		snprintf(digits, sizeof digits, "%zu", value ? strlen(value) : 0);
		put_value(e, digits, quoted);
	} else if (action == '-' || action == '=' || action == '+') {
		int take_word = action == '+' ? !missing : missing;
		char *word = take_word ? text_of(e, s + 1, close) : 0;
		if (word) put_value(e, word, quoted);
		else if (action != '+') put_value(e, value, quoted);
		if (word && action == '=') setenv(name, word, 1);
		free(word);
	} else if (action == '?' && missing) e->error = WRDE_BADVAL;
	else if (action && action != '?') {
		__pl_unsupported("wordexp: ${...} with a pattern");
		e->error = WRDE_SYNTAX;
	} else if (value) put_value(e, value, quoted);
	else if (e->flags & WRDE_UNDEF) e->error = WRDE_BADVAL;
	return close + 1;
}

static const char *command(struct expansion *e, const char *s)
{
	e->error = WRDE_CMDSUB;
	if (!(e->flags & WRDE_NOCMD)) __pl_unsupported("wordexp: command substitution");
	return s;
}

/* What follows a '$'. */
static const char *dollar(struct expansion *e, const char *s, int quoted)
{
	if (s[0] == '(' && s[1] == '(') return arithmetic(e, s + 2, quoted);
	if (*s == '(') return command(e, s);
	if (*s == '{') return braced(e, s + 1, quoted);
	if (!is_name(*s)) {
		put(e, '$', quoted);
		return s;
	}
	const char *end = s + 1;
	if (!isdigit((unsigned char)*s)) while (is_name(*end)) end++;
	char name[256];
	size_t n = end - s < 255 ? end - s : 255;
	memcpy(name, s, n);
	name[n] = 0;
	const char *value = isdigit((unsigned char)*s) ? 0 : getenv(name);
	if (value) put_value(e, value, quoted);
	else if (e->flags & WRDE_UNDEF) e->error = WRDE_BADVAL;
	return end;
}

static const char *tilde(struct expansion *e, const char *s)
{
	size_t n = strcspn(s, "/ \t\n\"'\\$`:");
	char name[256];
	const char *home = getenv("HOME");
	if (n || !home) {
		struct passwd *p;
		memcpy(name, s, n < 255 ? n : 255);
		name[n < 255 ? n : 255] = 0;
		p = n ? getpwnam(name) : getpwuid(getuid());
		home = p ? p->pw_dir : 0;
	}
	if (!home) put(e, '~', 0);
	else for (const char *p = home; *p; p++) put(e, *p, 1);
	return home ? s + n : s;
}

static const char *double_quoted(struct expansion *e, const char *s, const char *end)
{
	e->word.started = 1;
	while (s < end && *s != '"' && !e->error) {
		if (*s == '\\' && s + 1 < end && strchr("$`\"\\\n", s[1])) {
			if (s[1] != '\n') put(e, s[1], 1);
			s += 2;
		} else if (*s == '$') s = dollar(e, s + 1, 1);
		else if (*s == '`') s = command(e, s);
		else put(e, *s++, 1);
	}
	if (s >= end && !e->error) e->error = WRDE_SYNTAX;
	return s + 1;
}

static const char *single_quoted(struct expansion *e, const char *s, const char *end)
{
	e->word.started = 1;
	while (s < end && *s != '\'') put(e, *s++, 1);
	if (s >= end) e->error = WRDE_SYNTAX;
	return s + 1;
}

/* `quoted` expansion does not split and takes quotes as they are. */
static const char *expand(struct expansion *e, const char *s, const char *end, int quoted)
{
	while (s < end && !e->error) {
		char c = *s++;
		if (c == '\\' && s < end) put(e, *s++, 1);
		else if (c == '\\') e->error = WRDE_SYNTAX;
		else if (c == '$') s = dollar(e, s, quoted);
		else if (c == '`') s = command(e, s);
		else if (c == '"') s = double_quoted(e, s, end);
		else if (c == '\'' && !quoted) s = single_quoted(e, s, end);
		else if (quoted) put(e, c, 1);
		else if (c == ' ' || c == '\t') end_word(e);
		else if (strchr("\n|&;<>(){}", c)) e->error = WRDE_BADCHAR;
		else if (c == '~' && !e->word.started) s = tilde(e, s);
		else put(e, c, 0);
	}
	return s;
}

static int first_slots(wordexp_t *w, int flags)
{
	size_t offset = flags & WRDE_DOOFFS ? w->we_offs : 0;
	w->we_offs = offset;
	w->we_wordc = 0;
	w->we_wordv = calloc(offset + 1, sizeof *w->we_wordv);
	return w->we_wordv ? 0 : WRDE_NOSPACE;
}

int wordexp(const char *restrict s, wordexp_t *restrict w, int flags)
{
	struct expansion e = { .result = w, .flags = flags };
	if (flags & WRDE_REUSE) wordfree(w);
	size_t before = flags & WRDE_APPEND ? w->we_wordc : 0;
	char **words_before = flags & WRDE_APPEND ? 0 : w->we_wordv;
	if (!(flags & WRDE_APPEND) && first_slots(w, flags)) return WRDE_NOSPACE;
	expand(&e, s, s + strlen(s), 0);
	if (!e.error) end_word(&e);
	free(e.word.text);
	free(e.word.pattern);
	if (!e.error || e.error == WRDE_NOSPACE) return e.error;
	while (w->we_wordc > before) free(w->we_wordv[w->we_offs + --w->we_wordc]);
	if (flags & WRDE_APPEND) w->we_wordv[w->we_offs + before] = 0;
	else {
		free(w->we_wordv);
		w->we_wordv = words_before;
	}
	return e.error;
}

void wordfree(wordexp_t *w)
{
	if (!w || !w->we_wordv) return;
	for (size_t i = 0; i < w->we_wordc; i++) free(w->we_wordv[w->we_offs + i]);
	free(w->we_wordv);
	w->we_wordv = 0;
}
