/* The compiled form of a regular expression, shared by compiler and matcher. */
#ifndef PL_REGEX_PROGRAM_H
#define PL_REGEX_PROGRAM_H

#include <regex.h>
#include <stddef.h>
#include <wchar.h>
#include <wctype.h>

enum op {
	OP_CHAR,      /* one byte, `value` */
	OP_WIDE,      /* one character, `value`, compared without case */
	OP_ANY,
	OP_SET,       /* set number `value` */
	OP_SPLIT,     /* first `x`, then `y` */
	OP_JUMP,      /* `x` */
	OP_SAVE,      /* position into slot `value` */
	OP_PROGRESS,  /* fail unless the position moved since slot `value` */
	OP_BACKREF,
	OP_LINE_START, OP_LINE_END, OP_TEXT_START, OP_TEXT_END,
	OP_WORD_EDGE, OP_NOT_WORD_EDGE, OP_WORD_START, OP_WORD_END,
	OP_FAIL,
	OP_MATCH,
};

struct instruction {
	enum op op;
	int value, x, y;
};

struct wide_range { wint_t first, last; };

struct char_set {
	unsigned char bytes[32];   /* single bytes, ASCII in UTF-8 */
	struct wide_range *ranges; /* beyond ASCII */
	int n_ranges;
	wctype_t classes[16];
	int n_classes;
	int negated;
};

struct program {
	struct instruction *code;
	int n_code, room_code;
	struct char_set *sets;
	int n_sets;
	int n_slots;               /* two a group, then one a loop */
	int n_groups;
	int has_backref, utf8, icase;
	unsigned char first[256];  /* bytes that can begin a match */
	int can_be_empty;
	reg_syntax_t syntax;
};

struct match_request {
	const struct program *program;
	const unsigned char *translate;
	const unsigned char *text;
	long length;               /* of the text that may be looked at */
	long stop;                 /* no match extends beyond */
	int not_bol, not_eol, newline_anchor;
};

reg_errcode_t __pl_regex_compile(struct program **, const char *, size_t, reg_syntax_t, const unsigned char *translate);
void __pl_regex_free(struct program *);

/* Searches starts `from`, from+1, ... up to `to` (or down, if to < from). Returns the
 * start and fills slots (start and end a group; -1 unset), or -1, or -2 out of memory. */
long __pl_regex_search(const struct match_request *, long from, long to, long *slots);

#endif
