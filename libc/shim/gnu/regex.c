/* POSIX and GNU interfaces of regular expressions, with glibc's structures. */
#include "regex_program.h"
#include <limits.h>
#include <stdlib.h>
#include <string.h>

reg_syntax_t re_syntax_options;
int re_max_failures = 2000;

static const char *const messages[] = {
	"Success", "No match", "Invalid regular expression", "Invalid collation character",
	"Invalid character class name", "Trailing backslash", "Invalid back reference",
	"Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{",
	"Invalid content of \\{\\}", "Invalid range end", "Memory exhausted",
	"Invalid preceding regular expression", "Premature end of regular expression",
	"Regular expression too big", "Unmatched ) or \\)",
};

reg_syntax_t re_set_syntax(reg_syntax_t syntax)
{
	reg_syntax_t old = re_syntax_options;
	re_syntax_options = syntax;
	return old;
}

static reg_errcode_t compile(regex_t *b, const char *pattern, size_t length, reg_syntax_t syntax)
{
	struct program *p = 0;
	b->fastmap_accurate = 0;
	b->syntax = syntax;
	b->not_bol = b->not_eol = 0;
	b->used = 0;
	b->re_nsub = 0;
	b->can_be_null = 0;
	b->regs_allocated = REGS_UNALLOCATED;
	if (b->buffer) __pl_regex_free((struct program *)b->buffer);
	b->buffer = 0;
	b->allocated = 0;
	reg_errcode_t error = __pl_regex_compile(&p, pattern, length, syntax, b->translate);
	if (error) return error;
	b->buffer = (void *)p;
	b->allocated = b->used = sizeof *p;
	b->re_nsub = p->n_groups;
	return REG_NOERROR;
}

int re_compile_fastmap(regex_t *b)
{
	const struct program *p = (const struct program *)b->buffer;
	if (b->fastmap && p) {
		memcpy(b->fastmap, p->first, 256);
		if (p->can_be_empty) memset(b->fastmap, 1, 256);
	}
	b->fastmap_accurate = 1;
	return 0;
}

const char *re_compile_pattern(const char *pattern, size_t length, regex_t *b)
{
	/* A structure that the caller has just zeroed has no program. */
	if (!b->allocated) b->buffer = 0;
	b->no_sub = (re_syntax_options & RE_NO_SUB) != 0;
	b->newline_anchor = 1;
	reg_errcode_t error = compile(b, pattern, length, re_syntax_options);
	if (!error && b->fastmap) re_compile_fastmap(b);
	return error ? messages[error] : 0;
}

int regcomp(regex_t *restrict b, const char *restrict pattern, int flags)
{
	reg_syntax_t syntax = flags & REG_EXTENDED ? RE_SYNTAX_POSIX_EXTENDED : RE_SYNTAX_POSIX_BASIC;
	memset(b, 0, sizeof *b);
	if (flags & REG_ICASE) syntax |= RE_ICASE;
	if (flags & REG_NEWLINE) {
		syntax &= ~RE_DOT_NEWLINE;
		syntax |= RE_HAT_LISTS_NOT_NEWLINE;
		b->newline_anchor = 1;
	}
	b->no_sub = (flags & REG_NOSUB) != 0;
	reg_errcode_t error = compile(b, pattern, strlen(pattern), syntax);
	/* POSIX has one code for both kinds of parenthesis. */
	return error == REG_ERPAREN ? REG_EPAREN : error;
}

void regfree(regex_t *b)
{
	__pl_regex_free((struct program *)b->buffer);
	b->buffer = 0;
	b->allocated = b->used = 0;
	free(b->fastmap);
	b->fastmap = 0;
	free(b->translate);
	b->translate = 0;
}

size_t regerror(int code, const regex_t *restrict b, char *restrict buf, size_t room)
{
	if (code < 0 || code >= (int)(sizeof messages / sizeof *messages)) abort();
	size_t n = strlen(messages[code]) + 1;
	if (room) {
		size_t k = n < room ? n : room;
		memcpy(buf, messages[code], k);
		buf[k - 1] = 0;
	}
	return n;
}

static long *new_slots(const regex_t *b)
{
	return malloc(2 * (b->re_nsub + 1) * sizeof(long));
}

int regexec(const regex_t *restrict b, const char *restrict text, size_t n, regmatch_t match[restrict], int flags)
{
	if (flags & ~(REG_NOTBOL | REG_NOTEOL | REG_STARTEND)) return REG_BADPAT;
	long start = flags & REG_STARTEND ? match[0].rm_so : 0;
	long length = flags & REG_STARTEND ? match[0].rm_eo : (long)strlen(text);
	struct match_request r = {
		(const struct program *)b->buffer, b->translate, (const unsigned char *)text, length, length,
		(flags & REG_NOTBOL) != 0, (flags & REG_NOTEOL) != 0, b->newline_anchor,
	};
	long *slots = new_slots(b);
	if (!slots) return REG_ESPACE;
	long found = __pl_regex_search(&r, start, length, slots);
	if (found >= 0 && !b->no_sub)
		for (size_t i = 0; i < n; i++) {
			int set = i <= b->re_nsub && slots[2 * i] >= 0 && slots[2 * i + 1] >= 0;
			match[i].rm_so = set ? slots[2 * i] : -1;
			match[i].rm_eo = set ? slots[2 * i + 1] : -1;
		}
	free(slots);
	return found >= 0 ? 0 : found == -2 ? REG_ESPACE : REG_NOMATCH;
}

/* Gives the registers room for one more than the groups, as glibc does. */
static int copy_registers(regex_t *b, struct re_registers *regs, const long *slots, size_t n)
{
	size_t wanted = n + 1;
	if (b->regs_allocated == REGS_UNALLOCATED) {
		regs->start = malloc(wanted * sizeof *regs->start);
		regs->end = malloc(wanted * sizeof *regs->end);
		if (!regs->start || !regs->end) return -1;
		regs->num_regs = wanted;
		b->regs_allocated = REGS_REALLOCATE;
	} else if (b->regs_allocated == REGS_REALLOCATE && regs->num_regs < wanted) {
		regoff_t *start = realloc(regs->start, wanted * sizeof *start);
		if (!start) return -1;
		regs->start = start;
		regoff_t *end = realloc(regs->end, wanted * sizeof *end);
		if (!end) return -1;
		regs->end = end;
		regs->num_regs = wanted;
	}
	for (size_t i = 0; i < regs->num_regs; i++) {
		int set = i < n && slots[2 * i] >= 0 && slots[2 * i + 1] >= 0;
		regs->start[i] = set ? slots[2 * i] : -1;
		regs->end[i] = set ? slots[2 * i + 1] : -1;
	}
	return 0;
}

static regoff_t search(regex_t *b, const char *text, regoff_t length, regoff_t start, regoff_t range,
	regoff_t stop, struct re_registers *regs, int want_length)
{
	long last = (long)start + range;
	if (start < 0 || start > length) return -1;
	if (last > length) last = length;
	if (last < 0) last = 0;
	struct match_request r = {
		(const struct program *)b->buffer, b->translate, (const unsigned char *)text, length, stop,
		b->not_bol, b->not_eol, b->newline_anchor,
	};
	long *slots = new_slots(b);
	if (!slots) return -2;
	if (b->fastmap && !b->fastmap_accurate) re_compile_fastmap(b);
	long found = __pl_regex_search(&r, start, last, slots), result = found;
	if (found >= 0) {
		size_t n = b->no_sub ? 1 : b->re_nsub + 1;
		if (b->regs_allocated == REGS_FIXED && regs && regs->num_regs < n) n = regs->num_regs;
		if (regs && !b->no_sub && copy_registers(b, regs, slots, n)) result = -2;
		else if (want_length) result = slots[1] - slots[0];
	}
	free(slots);
	return result;
}

regoff_t re_search(regex_t *b, const char *text, regoff_t length, regoff_t start, regoff_t range, struct re_registers *regs)
{
	return search(b, text, length, start, range, length, regs, 0);
}

regoff_t re_match(regex_t *b, const char *text, regoff_t length, regoff_t start, struct re_registers *regs)
{
	return search(b, text, length, start, 0, length, regs, 1);
}

static char *joined(const char *a, regoff_t n_a, const char *b, regoff_t n_b)
{
	char *text = malloc((size_t)n_a + n_b + 1);
	if (text) {
		memcpy(text, a, n_a);
		memcpy(text + n_a, b, n_b);
	}
	return text;
}

regoff_t re_search_2(regex_t *p, const char *a, regoff_t n_a, const char *b, regoff_t n_b, regoff_t start,
	regoff_t range, struct re_registers *regs, regoff_t stop)
{
	char *text = joined(a, n_a, b, n_b);
	if (!text) return -2;
	regoff_t result = search(p, text, n_a + n_b, start, range, stop, regs, 0);
	free(text);
	return result;
}

regoff_t re_match_2(regex_t *p, const char *a, regoff_t n_a, const char *b, regoff_t n_b, regoff_t start,
	struct re_registers *regs, regoff_t stop)
{
	char *text = joined(a, n_a, b, n_b);
	if (!text) return -2;
	regoff_t result = search(p, text, n_a + n_b, start, 0, stop, regs, 1);
	free(text);
	return result;
}

void re_set_registers(regex_t *b, struct re_registers *regs, __re_size_t n, regoff_t *starts, regoff_t *ends)
{
	b->regs_allocated = n ? REGS_REALLOCATE : REGS_UNALLOCATED;
	regs->num_regs = n;
	regs->start = n ? starts : 0;
	regs->end = n ? ends : 0;
}

static regex_t bsd_buffer;

char *re_comp(const char *pattern)
{
	if (!pattern) return bsd_buffer.buffer ? 0 : "No previous regular expression";
	bsd_buffer.newline_anchor = 1;
	reg_errcode_t error = compile(&bsd_buffer, pattern, strlen(pattern), re_syntax_options);
	return error ? (char *)messages[error] : 0;
}

int re_exec(const char *text)
{
	return re_search(&bsd_buffer, text, strlen(text), 0, strlen(text), 0) >= 0;
}
