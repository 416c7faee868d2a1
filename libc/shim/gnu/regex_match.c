/* Finds the leftmost, longest match by backtracking that visits each branching
 * point once for each position, so that time is bounded by pattern * text; with
 * back references every way is tried. Among matches of the same extent greedy
 * repetitions and earlier alternatives win. */
#include "regex_program.h"
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct frame {
	int pc;       /* where to go on, or -1-slot: an old value of a slot */
	long position;
};

struct run {
	const struct match_request *r;
	const struct program *p;
	unsigned char *visited;      /* a bit for each branching point and position */
	int *branch_number;
	long n_positions, origin;
	struct frame *stack;
	size_t depth, room;
	long *slots, *best;
	long best_end;
};

static int byte_at(const struct match_request *r, long i)
{
	int c = r->text[i];
	return r->translate ? r->translate[c] : c;
}

static int is_word_at(const struct run *u, long i)
{
	if (i < 0 || i >= u->r->length) return 0;
	int c = byte_at(u->r, i);
	if (c < 128 || !u->p->utf8) return isalnum(c) || c == '_';
	long start = i;
	while (start > 0 && i - start < 3 && (u->r->text[start] & 0xc0) == 0x80) start--;
	mbstate_t state = { 0 };
	wchar_t wc;
	size_t k = mbrtowc(&wc, (const char *)u->r->text + start, u->r->length - start, &state);
	return k && k < (size_t)-2 && iswalnum(wc);
}

static int assertion_holds(const struct run *u, enum op op, long i)
{
	const struct match_request *r = u->r;
	switch (op) {
	case OP_LINE_START:
		return i == 0 ? !r->not_bol : r->newline_anchor && r->text[i - 1] == '\n';
	case OP_LINE_END:
		return i == r->length ? !r->not_eol : r->newline_anchor && r->text[i] == '\n';
	case OP_TEXT_START: return i == 0;
	case OP_TEXT_END: return i == r->length;
	case OP_WORD_EDGE: return is_word_at(u, i - 1) != is_word_at(u, i);
	case OP_NOT_WORD_EDGE: return is_word_at(u, i - 1) == is_word_at(u, i);
	case OP_WORD_START: return !is_word_at(u, i - 1) && is_word_at(u, i);
	case OP_WORD_END: return is_word_at(u, i - 1) && !is_word_at(u, i);
	default: return 0;
	}
}

static int set_has(const struct run *u, const struct char_set *set, int c, wint_t wide)
{
	if (c >= 0) return (set->bytes[c >> 3] >> (c & 7) & 1) != set->negated;
	wint_t forms[3] = { wide, u->p->icase ? towlower(wide) : wide, u->p->icase ? towupper(wide) : wide };
	int found = 0;
	for (int f = 0; f < 3 && !found; f++) {
		for (int i = 0; i < set->n_ranges && !found; i++)
			found = forms[f] >= set->ranges[i].first && forms[f] <= set->ranges[i].last;
		for (int i = 0; i < set->n_classes && !found; i++) found = iswctype(forms[f], set->classes[i]);
	}
	return found != set->negated;
}

/* The length of the character at i that the instruction accepts, or 0. */
static long accept(const struct run *u, const struct instruction *in, long i)
{
	const struct match_request *r = u->r;
	if (i >= r->stop) return 0;
	int c = byte_at(r, i);
	if (in->op == OP_CHAR) return c == in->value;
	wchar_t wide = 0;
	size_t k = 1;
	if (u->p->utf8 && c >= 128) {
		mbstate_t state = { 0 };
		k = mbrtowc(&wide, (const char *)r->text + i, r->stop - i, &state);
		if (!k || k >= (size_t)-2) return 0;
		c = -1;
	}
	if (in->op == OP_WIDE) return c < 0 && (wint_t)in->value == towlower(wide) ? (long)k : 0;
	if (in->op == OP_SET) return set_has(u, &u->p->sets[in->value], c, wide) ? (long)k : 0;
	if (c == '\n' && !(u->p->syntax & RE_DOT_NEWLINE)) return 0;
	if (c == 0 && u->p->syntax & RE_DOT_NOT_NULL) return 0;
	return k;
}

static long backref_length(const struct run *u, int group, long i)
{
	long start = u->slots[2 * group], end = u->slots[2 * group + 1];
	if (start < 0 || end < 0 || end - start > u->r->stop - i) return -1;
	for (long k = 0; k < end - start; k++) {
		int a = byte_at(u->r, start + k), b = byte_at(u->r, i + k);
		if (u->p->icase) a = tolower(a), b = tolower(b);
		if (a != b) return -1;
	}
	return end - start;
}

static int push(struct run *u, int pc, long position)
{
	if (u->depth == u->room) {
		size_t room = u->room ? 2 * u->room : 64;
		struct frame *stack = realloc(u->stack, room * sizeof *stack);
		if (!stack) return -1;
		u->stack = stack;
		u->room = room;
	}
	u->stack[u->depth++] = (struct frame){ pc, position };
	return 0;
}

static int first_visit(struct run *u, int pc, long i)
{
	if (!u->visited) return 1;
	size_t bit = (size_t)u->branch_number[pc] * u->n_positions + (i - u->origin);
	if (u->visited[bit >> 3] >> (bit & 7) & 1) return 0;
	u->visited[bit >> 3] |= 1 << (bit & 7);
	return 1;
}

static int set_slot(struct run *u, int slot, long value)
{
	if (push(u, -1 - slot, u->slots[slot])) return -1;
	u->slots[slot] = value;
	return 0;
}

/* Follows one way until it fails or matches. Returns 1 when nothing longer can come. */
static int follow(struct run *u, int pc, long i)
{
	for (;;) {
		const struct instruction *in = &u->p->code[pc];
		long k;
		switch (in->op) {
		case OP_CHAR: case OP_WIDE: case OP_ANY: case OP_SET:
			if (!(k = accept(u, in, i))) return 0;
			i += k;
			pc++;
			break;
		case OP_SPLIT:
			if (!first_visit(u, pc, i)) return 0;
			if (push(u, in->y, i)) return -1;
			pc = in->x;
			break;
		case OP_JUMP: pc = in->x; break;
		case OP_SAVE:
			if (set_slot(u, in->value, i)) return -1;
			pc++;
			break;
		case OP_PROGRESS:
			if (u->slots[in->value] == i) return 0;
			pc++;
			break;
		case OP_BACKREF:
			if ((k = backref_length(u, in->value, i)) < 0) return 0;
			i += k;
			pc++;
			break;
		case OP_FAIL: return 0;
		case OP_MATCH:
			if (i > u->best_end) {
				u->best_end = i;
				memcpy(u->best, u->slots, u->p->n_slots * sizeof *u->slots);
			}
			return i == u->r->stop;
		default:
			if (!assertion_holds(u, in->op, i)) return 0;
			pc++;
		}
	}
}

static int match_at(struct run *u, long start)
{
	int done = 0;
	u->depth = 0;
	u->best_end = -1;
	for (int i = 0; i < u->p->n_slots; i++) u->slots[i] = -1;
	if (push(u, 0, start)) return -1;
	while (u->depth && !done) {
		struct frame f = u->stack[--u->depth];
		if (f.pc < 0) u->slots[-1 - f.pc] = f.position;
		else done = follow(u, f.pc, f.position);
	}
	return done < 0 ? -1 : 0;
}

/* Branching points are numbered so that the table has rows for them alone. */
static int prepare(struct run *u, long lowest)
{
	const struct program *p = u->p;
	int n_branches = 0;
	u->slots = malloc(2 * p->n_slots * sizeof *u->slots);
	u->best = u->slots ? u->slots + p->n_slots : 0;
	u->branch_number = malloc(p->n_code * sizeof *u->branch_number);
	if (!u->slots || !u->branch_number) return -1;
	for (int i = 0; i < p->n_code; i++)
		if (p->code[i].op == OP_SPLIT) u->branch_number[i] = n_branches++;
	u->origin = lowest;
	u->n_positions = u->r->stop - lowest + 1;
	if (p->has_backref || !n_branches) return 0;
	u->visited = calloc(((size_t)n_branches * u->n_positions + 7) / 8, 1);
	return u->visited ? 0 : -1;
}

static int may_start(const struct run *u, long i)
{
	if (u->p->utf8 && i < u->r->length && i > 0 && (u->r->text[i] & 0xc0) == 0x80) {
		/* Inside a character no match begins. */
		long start = i;
		while (start > 0 && i - start < 3 && (u->r->text[start] & 0xc0) == 0x80) start--;
		mbstate_t state = { 0 };
		wchar_t wc;
		size_t k = mbrtowc(&wc, (const char *)u->r->text + start, u->r->length - start, &state);
		if (k < (size_t)-2 && start + (long)k > i) return 0;
	}
	if (u->p->can_be_empty) return 1;
	return i < u->r->stop && u->p->first[byte_at(u->r, i)];
}

long __pl_regex_search(const struct match_request *r, long from, long to, long *slots)
{
	struct run u = { .r = r, .p = r->program };
	long found = -1, step = to < from ? -1 : 1, lowest = to < from ? to : from;
	if (prepare(&u, lowest)) found = -2;
	for (long i = from; found == -1; i += step) {
		if (may_start(&u, i)) {
			if (match_at(&u, i)) found = -2;
			else if (u.best_end >= 0) {
				memcpy(slots, u.best, 2 * (u.p->n_groups + 1) * sizeof *slots);
				slots[0] = i;
				slots[1] = u.best_end;
				found = i;
			}
		}
		if (i == to) break;
	}
	free(u.visited);
	free(u.branch_number);
	free(u.slots);
	free(u.stack);
	return found;
}
