/* Compiles GNU and POSIX regular expressions, by the syntax bits of <regex.h>. */
#include "regex_program.h"
#include <ctype.h>
#include <langinfo.h>
#include <limits.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>

enum node_kind { N_EMPTY, N_ATOM, N_CAT, N_ALT, N_REPEAT, N_GROUP };

struct node {
	enum node_kind kind;
	struct node *left, *right;
	int min, max;                  /* of N_REPEAT; max -1: no bound */
	int group;
	struct instruction atom;
	struct node *next_allocated;
};

struct parser {
	const unsigned char *p, *end, *start;
	reg_syntax_t syntax;
	const unsigned char *translate;
	struct program *out;
	struct node *nodes;
	int depth;
	unsigned completed;            /* groups that back references may name */
	const unsigned char *plain_brace; /* a brace that begins no interval */
	int caret_anchors;             /* a '^' here is an anchor */
	reg_errcode_t error;
	jmp_buf *failed;
};

#define BIT(s, flag) (((s)->syntax & (flag)) != 0)
#define MAX_CODE 200000

static _Noreturn void fail(struct parser *s, reg_errcode_t error)
{
	s->error = error;
	longjmp(*s->failed, 1);
}

static struct node *new_node(struct parser *s, enum node_kind kind, struct node *left, struct node *right)
{
	struct node *n = calloc(1, sizeof *n);
	if (!n) fail(s, REG_ESPACE);
	n->kind = kind;
	n->left = left;
	n->right = right;
	n->next_allocated = s->nodes;
	s->nodes = n;
	return n;
}

static struct node *atom(struct parser *s, enum op op, int value)
{
	struct node *n = new_node(s, N_ATOM, 0, 0);
	n->atom.op = op;
	n->atom.value = value;
	return n;
}

static struct char_set *new_set(struct parser *s)
{
	struct char_set *sets = realloc(s->out->sets, (s->out->n_sets + 1) * sizeof *sets);
	if (!sets) fail(s, REG_ESPACE);
	s->out->sets = sets;
	memset(&sets[s->out->n_sets], 0, sizeof *sets);
	return &sets[s->out->n_sets++];
}

static void add_byte(struct char_set *set, int c) { set->bytes[c >> 3] |= 1 << (c & 7); }
static int has_byte(const struct char_set *set, int c) { return set->bytes[c >> 3] >> (c & 7) & 1; }

static void add_range(struct parser *s, struct char_set *set, wint_t first, wint_t last)
{
	for (wint_t c = first; c <= last && c < (s->out->utf8 ? 128 : 256); c++) add_byte(set, c);
	if (!s->out->utf8 || last < 128) return;
	struct wide_range *r = realloc(set->ranges, (set->n_ranges + 1) * sizeof *r);
	if (!r) fail(s, REG_ESPACE);
	set->ranges = r;
	r[set->n_ranges++] = (struct wide_range){ first < 128 ? 128 : first, last };
}

/* With no regard to case a set has both forms of each letter. */
static void fold_set(struct program *out, struct char_set *set)
{
	if (!out->icase) return;
	for (int c = 'a'; c <= 'z'; c++)
		if (has_byte(set, c) || has_byte(set, c - 32)) {
			add_byte(set, c);
			add_byte(set, c - 32);
		}
}

static int is_word_byte(int c) { return isalnum(c) || c == '_'; }

static struct node *word_class(struct parser *s, int word, int negated)
{
	struct char_set *set = new_set(s);
	for (int c = 0; c < (s->out->utf8 ? 128 : 256); c++)
		if (word ? is_word_byte(c) : isspace(c)) add_byte(set, c);
	set->classes[set->n_classes++] = wctype(word ? "alnum" : "space");
	set->negated = negated;
	if (negated && !s->out->utf8) set->n_classes = 0;
	return atom(s, OP_SET, s->out->n_sets - 1);
}

/* One literal character, as code that compares it. */
static struct node *literal(struct parser *s, int c)
{
	if (s->translate) c = s->translate[c];
	if (s->out->utf8 && c >= 0x80 && s->p > s->start) {
		/* A multibyte character is one unit for repetition. */
		mbstate_t state = { 0 };
		wchar_t wc;
		size_t k = mbrtowc(&wc, (const char *)s->p - 1, s->end - s->p + 1, &state);
		if (k > 1 && k < (size_t)-2) {
			if (s->out->icase) {
				s->p += k - 1;
				return atom(s, OP_WIDE, towlower(wc));
			}
			struct node *n = atom(s, OP_CHAR, c);
			for (size_t i = 1; i < k; i++) n = new_node(s, N_CAT, n, atom(s, OP_CHAR, *s->p++));
			return n;
		}
	}
	if (s->out->icase && isalpha(c) && c < 128) {
		struct char_set *set = new_set(s);
		add_byte(set, tolower(c));
		add_byte(set, toupper(c));
		return atom(s, OP_SET, s->out->n_sets - 1);
	}
	return atom(s, OP_CHAR, c);
}

/* The text between "[:" and ":]" and the like; null if it does not end. */
static int bracket_name(struct parser *s, char *name, size_t room)
{
	int mark = s->p[1];
	const unsigned char *p = s->p + 2;
	size_t n = 0;
	for (; p + 1 < s->end; p++) {
		if (p[0] == mark && p[1] == ']') {
			name[n] = 0;
			s->p = p + 2;
			return 1;
		}
		if (n + 1 < room) name[n++] = *p;
		else return 0;
	}
	return 0;
}

static wint_t next_in_bracket(struct parser *s, int *is_class, struct char_set *set)
{
	char name[64];
	*is_class = 0;
	if (s->p >= s->end) fail(s, REG_EBRACK);
	if (*s->p == '[' && s->p + 1 < s->end && (s->p[1] == '.' || s->p[1] == '='
		|| (s->p[1] == ':' && BIT(s, RE_CHAR_CLASSES)))) {
		int mark = s->p[1];
		if (!bracket_name(s, name, sizeof name)) fail(s, REG_EBRACK);
		if (mark == ':') {
			if (s->out->icase && (!strcmp(name, "upper") || !strcmp(name, "lower"))) strcpy(name, "alpha");
			wctype_t class = wctype(name);
			if (!class) fail(s, REG_ECTYPE);
			for (int c = 0; c < (s->out->utf8 ? 128 : 256); c++)
				if (c < 128 && iswctype(c, class)) add_byte(set, c);
			if (s->out->utf8 && set->n_classes < 16) set->classes[set->n_classes++] = class;
			*is_class = 1;
			return 0;
		}
		mbstate_t state = { 0 };
		wchar_t wc;
		size_t k = mbrtowc(&wc, name, strlen(name), &state);
		if (strlen(name) == 1 && k != 1) return (unsigned char)name[0];
		if (k != strlen(name) || !k) fail(s, REG_ECOLLATE);
		return wc;
	}
	if (*s->p == '\\' && BIT(s, RE_BACKSLASH_ESCAPE_IN_LISTS) && s->p + 1 < s->end) s->p++;
	if (s->out->utf8 && *s->p >= 0x80) {
		mbstate_t state = { 0 };
		wchar_t wc;
		size_t k = mbrtowc(&wc, (const char *)s->p, s->end - s->p, &state);
		if (k && k < (size_t)-2) {
			s->p += k;
			return wc;
		}
	}
	int c = *s->p++;
	return s->translate ? s->translate[c] : c;
}

/* After the '['. */
static struct node *bracket(struct parser *s)
{
	struct char_set *set = new_set(s);
	int number = s->out->n_sets - 1, first = 1, is_class;
	if (s->p < s->end && *s->p == '^') {
		set->negated = 1;
		s->p++;
	}
	if (s->p >= s->end) fail(s, REG_BADPAT);
	for (;; first = 0) {
		if (s->p >= s->end) fail(s, REG_EBRACK);
		if (*s->p == ']' && !first) break;
		wint_t low = next_in_bracket(s, &is_class, set), high = low;
		if (s->p + 1 < s->end && s->p[0] == '-' && s->p[1] != ']') {
			if (is_class) fail(s, REG_ERANGE);
			s->p++;
			high = next_in_bracket(s, &is_class, set);
			if (is_class) fail(s, REG_ERANGE);
			if (high < low) {
				if (BIT(s, RE_NO_EMPTY_RANGES)) fail(s, REG_ERANGE);
				continue;
			}
		} else if (is_class) continue;
		add_range(s, set, low, high);
	}
	s->p++;
	fold_set(s->out, set);
	if (set->negated && BIT(s, RE_HAT_LISTS_NOT_NEWLINE)) add_byte(set, '\n');
	return atom(s, OP_SET, number);
}

static struct node *alternatives(struct parser *s, int in_group);

/* What the text at `p` is, where it matters for context. */
static int at_open(const struct parser *s, const unsigned char *p)
{
	if (BIT(s, RE_NO_BK_PARENS)) return p < s->end && *p == '(';
	return p + 1 < s->end && p[0] == '\\' && p[1] == '(';
}

static int at_close(const struct parser *s, const unsigned char *p)
{
	if (BIT(s, RE_NO_BK_PARENS)) return p < s->end && *p == ')';
	return p + 1 < s->end && p[0] == '\\' && p[1] == ')';
}

static int at_bar(const struct parser *s, const unsigned char *p)
{
	if (p < s->end && *p == '\n' && BIT(s, RE_NEWLINE_ALT)) return 1;
	if (BIT(s, RE_LIMITED_OPS)) return 0;
	if (BIT(s, RE_NO_BK_VBAR)) return p < s->end && *p == '|';
	return p + 1 < s->end && p[0] == '\\' && p[1] == '|';
}

/* The repetition operator at the cursor: '*', '+', '?', '{', or 0. Moves past it. */
static int take_repeat(struct parser *s)
{
	const unsigned char *p = s->p;
	if (p >= s->end || p == s->plain_brace) return 0;
	int escaped = *p == '\\' && p + 1 < s->end, c = escaped ? p[1] : *p, found = 0;
	if (c == '*' && !escaped) found = '*';
	else if ((c == '+' || c == '?') && !BIT(s, RE_LIMITED_OPS) && escaped == BIT(s, RE_BK_PLUS_QM)) found = c;
	else if (c == '{' && BIT(s, RE_INTERVALS) && escaped != BIT(s, RE_NO_BK_BRACES)) found = c;
	if (found) s->p += escaped + 1;
	return found;
}

enum { NO_NUMBER = -1, BAD_NUMBER = -2 };
enum stop { AT_COMMA, AT_BRACE, AT_END };

/* Reads up to a comma or the closing brace and moves past it. */
static int read_count(struct parser *s, enum stop *stop)
{
	long n = NO_NUMBER;
	int closing = BIT(s, RE_NO_BK_BRACES) ? 1 : 2;
	for (;; s->p++) {
		if (s->p >= s->end) {
			*stop = AT_END;
			return BAD_NUMBER;
		}
		if (*s->p == ',') {
			*stop = AT_COMMA;
			s->p++;
			return n;
		}
		if (closing == 1 ? *s->p == '}' : s->p + 1 < s->end && s->p[0] == '\\' && s->p[1] == '}') {
			*stop = AT_BRACE;
			s->p += closing;
			return n;
		}
		if (!isdigit(*s->p) || n == BAD_NUMBER) n = BAD_NUMBER;
		else if (n <= RE_DUP_MAX) n = (n == NO_NUMBER ? 0 : 10 * n) + (*s->p - '0');
	}
}

/* After the '{'. False if it is not an interval and the syntax takes it literally. */
static int interval(struct parser *s, int *min, int *max)
{
	enum stop stop;
	*min = read_count(s, &stop);
	if (*min == NO_NUMBER) {
		if (stop != AT_COMMA) fail(s, REG_BADBR);
		*min = 0;
	}
	*max = BAD_NUMBER;
	if (*min != BAD_NUMBER) *max = stop == AT_BRACE ? *min : read_count(s, &stop);
	if (*min == BAD_NUMBER || *max == BAD_NUMBER) {
		if (!BIT(s, RE_INVALID_INTERVAL_ORD)) fail(s, stop == AT_END ? REG_EBRACE : REG_BADBR);
		return 0;
	}
	if ((*max != NO_NUMBER && *min > *max) || stop != AT_BRACE) fail(s, REG_BADBR);
	if ((*max == NO_NUMBER ? *min : *max) > RE_DUP_MAX) fail(s, REG_ESIZE);
	return 1;
}

static struct node *group(struct parser *s)
{
	int number = ++s->out->n_groups;
	s->caret_anchors = 1;
	s->depth++;
	struct node *inside = at_close(s, s->p) ? new_node(s, N_EMPTY, 0, 0) : alternatives(s, 1);
	if (!at_close(s, s->p)) fail(s, REG_EPAREN);
	s->p += BIT(s, RE_NO_BK_PARENS) ? 1 : 2;
	s->depth--;
	if (number <= 9) s->completed |= 1u << number;
	struct node *n = new_node(s, N_GROUP, inside, 0);
	n->group = number;
	return n;
}

static struct node *escaped(struct parser *s)
{
	if (s->p >= s->end) fail(s, REG_EESCAPE);
	int c = *s->p++;
	if (c >= '1' && c <= '9' && !BIT(s, RE_NO_BK_REFS)) {
		if (!(s->completed & 1u << (c - '0'))) fail(s, REG_ESUBREG);
		s->out->has_backref = 1;
		return atom(s, OP_BACKREF, c - '0');
	}
	if (!BIT(s, RE_NO_GNU_OPS)) switch (c) {
	case 'w': return word_class(s, 1, 0);
	case 'W': return word_class(s, 1, 1);
	case 's': return word_class(s, 0, 0);
	case 'S': return word_class(s, 0, 1);
	case 'b': return atom(s, OP_WORD_EDGE, 0);
	case 'B': return atom(s, OP_NOT_WORD_EDGE, 0);
	case '<': return atom(s, OP_WORD_START, 0);
	case '>': return atom(s, OP_WORD_END, 0);
	case '`': return atom(s, OP_TEXT_START, 0);
	case '\'': return atom(s, OP_TEXT_END, 0);
	}
	return literal(s, c);
}

static int is_anchor_here(const struct parser *s, const unsigned char *at)
{
	return BIT(s, RE_CONTEXT_INDEP_ANCHORS) || BIT(s, RE_CARET_ANCHORS_HERE) || s->caret_anchors || at == s->start
		|| (at[-1] == '\n' && BIT(s, RE_NEWLINE_ALT));
}

static int ends_here(const struct parser *s)
{
	return s->p >= s->end || at_close(s, s->p) || at_bar(s, s->p);
}

static struct node *expression(struct parser *s, int at_start);

static struct node *simple(struct parser *s, int at_start)
{
	const unsigned char *at = s->p;
	if (at_open(s, at)) {
		s->p += BIT(s, RE_NO_BK_PARENS) ? 1 : 2;
		return group(s);
	}
	int repeat = at_start ? take_repeat(s) : 0;
	if (repeat) {
		if (repeat == '{' && BIT(s, RE_CONTEXT_INVALID_DUP)) fail(s, REG_BADRPT);
		if (BIT(s, RE_CONTEXT_INVALID_OPS)) fail(s, REG_BADRPT);
		if (BIT(s, RE_CONTEXT_INDEP_OPS)) return s->p < s->end && !ends_here(s) ? expression(s, 1) : new_node(s, N_EMPTY, 0, 0);
		return literal(s, s->p[-1]);
	}
	int c = *s->p++;
	switch (c) {
	case '\\': return escaped(s);
	case '[': return bracket(s);
	case '.': return atom(s, OP_ANY, 0);
	case '^':
		if (is_anchor_here(s, at)) return atom(s, OP_LINE_START, 0);
		break;
	case '$':
		if (BIT(s, RE_CONTEXT_INDEP_ANCHORS) || ends_here(s)) return atom(s, OP_LINE_END, 0);
	}
	return literal(s, c);
}

static struct node *repeated(struct parser *s, struct node *n, int min, int max)
{
	struct node *r = new_node(s, N_REPEAT, n, 0);
	r->min = min;
	r->max = max;
	return r;
}

static int is_anchor(const struct node *n)
{
	return n->kind == N_ATOM && n->atom.op >= OP_LINE_START && n->atom.op <= OP_WORD_END;
}

/* A simple expression and the repetitions after it; anchors take none. */
static struct node *expression(struct parser *s, int at_start)
{
	struct node *n = simple(s, at_start);
	s->caret_anchors = 0;
	if (is_anchor(n)) return n;
	for (int repeated_before = 0;; repeated_before = 1) {
		const unsigned char *saved = s->p;
		int min, max, c = take_repeat(s);
		if (!c) return n;
		/* Basic syntax has no repetition of a repetition. */
		if (repeated_before && BIT(s, RE_CONTEXT_INVALID_DUP) && (c == '*' || c == '{')) fail(s, REG_BADRPT);
		if (c == '{') {
			if (!interval(s, &min, &max)) {
				s->p = s->plain_brace = saved;
				return n;
			}
		} else {
			min = c == '+';
			max = c == '?' ? 1 : -1;
		}
		n = repeated(s, n, min, max);
	}
}

static struct node *branch(struct parser *s, int in_group)
{
	struct node *n = 0;
	int at_start = 1;
	while (s->p < s->end && !at_bar(s, s->p)) {
		struct node *e;
		if (at_close(s, s->p)) {
			if (in_group) break;
			if (!BIT(s, RE_UNMATCHED_RIGHT_PAREN_ORD)) fail(s, REG_ERPAREN);
		}
		e = expression(s, at_start);
		at_start = is_anchor(e);
		n = n ? new_node(s, N_CAT, n, e) : e;
	}
	return n ? n : new_node(s, N_EMPTY, 0, 0);
}

static struct node *alternatives(struct parser *s, int in_group)
{
	struct node *n = branch(s, in_group);
	while (at_bar(s, s->p)) {
		s->p += *s->p == '\\' ? 2 : 1;
		s->caret_anchors = 1;
		n = new_node(s, N_ALT, n, branch(s, in_group));
	}
	return n;
}

/* Emission. */
static int emit(struct parser *s, enum op op, int value)
{
	struct program *o = s->out;
	if (o->n_code >= MAX_CODE) fail(s, REG_ESIZE);
	if (o->n_code == o->room_code) {
		int room = o->room_code ? 2 * o->room_code : 32;
		struct instruction *code = realloc(o->code, room * sizeof *code);
		if (!code) fail(s, REG_ESPACE);
		o->code = code;
		o->room_code = room;
	}
	o->code[o->n_code] = (struct instruction){ op, value, 0, 0 };
	return o->n_code++;
}

static int nullable(const struct node *n)
{
	switch (n->kind) {
	case N_EMPTY: return 1;
	case N_ATOM: return n->atom.op > OP_SET;
	case N_CAT: return nullable(n->left) && nullable(n->right);
	case N_ALT: return nullable(n->left) || nullable(n->right);
	case N_REPEAT: return n->min == 0 || nullable(n->left);
	case N_GROUP: return nullable(n->left);
	}
	return 1;
}

static void generate(struct parser *s, const struct node *n);

static void generate_star(struct parser *s, const struct node *n)
{
	struct program *o = s->out;
	int slot = nullable(n) ? o->n_slots++ : -1;
	int split = emit(s, OP_SPLIT, 0);
	if (slot >= 0) emit(s, OP_SAVE, slot);
	generate(s, n);
	if (slot >= 0) emit(s, OP_PROGRESS, slot);
	int jump = emit(s, OP_JUMP, 0);
	o->code[jump].x = split;
	o->code[split].x = split + 1;
	o->code[split].y = o->n_code;
}

static void generate_repeat(struct parser *s, const struct node *n)
{
	struct program *o = s->out;
	for (int i = 0; i < n->min; i++) generate(s, n->left);
	if (n->max < 0) {
		generate_star(s, n->left);
		return;
	}
	/* x{0,3} is (x(x(x)?)?)?: all exits lead to the end. */
	int count = n->max - n->min;
	int *splits = count > 0 ? malloc(count * sizeof *splits) : 0;
	if (count > 0 && !splits) fail(s, REG_ESPACE);
	for (int i = 0; i < count; i++) {
		splits[i] = emit(s, OP_SPLIT, 0);
		generate(s, n->left);
	}
	for (int i = 0; i < count; i++) {
		o->code[splits[i]].x = splits[i] + 1;
		o->code[splits[i]].y = o->n_code;
	}
	free(splits);
}

static void generate(struct parser *s, const struct node *n)
{
	struct program *o = s->out;
	int split, jump;
	switch (n->kind) {
	case N_EMPTY: return;
	case N_ATOM:
		emit(s, n->atom.op, n->atom.value);
		return;
	case N_CAT:
		generate(s, n->left);
		generate(s, n->right);
		return;
	case N_ALT:
		split = emit(s, OP_SPLIT, 0);
		generate(s, n->left);
		jump = emit(s, OP_JUMP, 0);
		o->code[split].x = split + 1;
		o->code[split].y = o->n_code;
		generate(s, n->right);
		o->code[jump].x = o->n_code;
		return;
	case N_REPEAT:
		generate_repeat(s, n);
		return;
	case N_GROUP:
		emit(s, OP_SAVE, 2 * n->group);
		generate(s, n->left);
		emit(s, OP_SAVE, 2 * n->group + 1);
	}
}

/* The bytes with which a match can begin. */
static void find_first(struct program *o, int pc, unsigned char *seen)
{
	while (!seen[pc]) {
		seen[pc] = 1;
		const struct instruction *i = &o->code[pc];
		switch (i->op) {
		case OP_CHAR: o->first[i->value] = 1; return;
		case OP_SET: {
			const struct char_set *set = &o->sets[i->value];
			for (int c = 0; c < 256; c++)
				if ((o->utf8 && c >= 128) || has_byte(set, c) != set->negated) o->first[c] = 1;
			return;
		}
		case OP_WIDE: case OP_ANY: memset(o->first, 1, 256); return;
		case OP_BACKREF: case OP_MATCH: o->can_be_empty = 1; return;
		case OP_FAIL: return;
		case OP_JUMP: pc = i->x; break;
		case OP_SPLIT: find_first(o, i->y, seen); pc = i->x; break;
		default: pc++;
		}
	}
}

void __pl_regex_free(struct program *o)
{
	if (!o) return;
	for (int i = 0; i < o->n_sets; i++) free(o->sets[i].ranges);
	free(o->sets);
	free(o->code);
	free(o);
}

static void compile(struct parser *s)
{
	struct program *o = s->out;
	struct node *root = alternatives(s, 0);
	o->n_slots = 2 * (o->n_groups + 1);
	generate(s, root);
	emit(s, OP_MATCH, 0);
	unsigned char *seen = calloc(o->n_code, 1);
	if (!seen) fail(s, REG_ESPACE);
	find_first(o, 0, seen);
	free(seen);
}

reg_errcode_t __pl_regex_compile(struct program **result, const char *pattern, size_t length, reg_syntax_t syntax,
	const unsigned char *translate)
{
	jmp_buf failed;
	struct program *o = calloc(1, sizeof *o);
	struct parser parser = { 0 }, *volatile s = &parser;
	if (!o) return REG_ESPACE;
	o->utf8 = MB_CUR_MAX > 1;
	o->icase = (syntax & RE_ICASE) != 0;
	o->syntax = syntax;
	s->p = s->start = (const unsigned char *)pattern;
	s->end = s->p + length;
	s->syntax = syntax;
	s->translate = translate;
	s->out = o;
	s->failed = &failed;
	if (!setjmp(failed)) compile(s);
	for (struct node *n = s->nodes, *next; n; n = next) {
		next = n->next_allocated;
		free(n);
	}
	if (s->error) {
		__pl_regex_free(o);
		return s->error;
	}
	*result = o;
	return REG_NOERROR;
}
