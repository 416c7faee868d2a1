/* getopt with GNU's order of things: operands are moved behind the options as
 * they are passed, unless the caller or POSIXLY_CORRECT says otherwise. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int optind = 1, opterr = 1, optopt = '?';
char *optarg;

enum ordering { MOVE_OPERANDS, STOP_AT_OPERAND, RETURN_OPERANDS };

/* Operands passed over so far are argv[first_operand..last_operand-1]. */
static enum ordering ordering;
static int initialised;
static char *rest_of_cluster;
static int first_operand, last_operand;

static void reverse(char **argv, int from, int to)
{
	while (from < --to) {
		char *t = argv[from];
		argv[from++] = argv[to];
		argv[to] = t;
	}
}

/* Puts the options scanned since the operands before these. */
static void move_operands(char **argv)
{
	int n_options = optind - last_operand;
	reverse(argv, first_operand, last_operand);
	reverse(argv, last_operand, optind);
	reverse(argv, first_operand, optind);
	first_operand += n_options;
	last_operand = optind;
}

static const char *begin(const char *options, int posix_order)
{
	if (optind == 0) optind = 1;
	first_operand = last_operand = optind;
	rest_of_cluster = 0;
	if (*options == '-') ordering = RETURN_OPERANDS, options++;
	else if (*options == '+') ordering = STOP_AT_OPERAND, options++;
	else if (posix_order || getenv("POSIXLY_CORRECT")) ordering = STOP_AT_OPERAND;
	else ordering = MOVE_OPERANDS;
	initialised = 1;
	return options;
}

static int is_operand(const char *argument)
{
	return argument[0] != '-' || !argument[1];
}

struct request {
	int argc;
	char **argv;
	const char *options;
	const struct option *longs;
	int *long_index;
	int long_only, messages;
};

static void list_ambiguous(const struct request *r, const char *prefix, size_t n_name)
{
	fprintf(stderr, "%s: option '%s%s' is ambiguous; possibilities:", r->argv[0], prefix, rest_of_cluster);
	for (const struct option *o = r->longs; o->name; o++)
		if (!strncmp(o->name, rest_of_cluster, n_name)) fprintf(stderr, " '%s%s'", prefix, o->name);
	fprintf(stderr, "\n");
}

/* Finds the long option, told by its full name or an unambiguous start. */
static const struct option *find_long(const struct request *r, size_t n_name, int *ambiguous)
{
	const struct option *found = 0;
	*ambiguous = 0;
	for (const struct option *o = r->longs; o->name; o++)
		if (!strncmp(o->name, rest_of_cluster, n_name) && strlen(o->name) == n_name) return o;
	for (const struct option *o = r->longs; o->name; o++) {
		if (strncmp(o->name, rest_of_cluster, n_name)) continue;
		if (!found) found = o;
		else if (r->long_only || found->has_arg != o->has_arg || found->flag != o->flag || found->val != o->val)
			*ambiguous = 1;
	}
	return found;
}

static int take_long(const struct request *r, const char *prefix)
{
	size_t n_name = strcspn(rest_of_cluster, "=");
	int ambiguous;
	const struct option *o = find_long(r, n_name, &ambiguous);
	if (o && strlen(o->name) == n_name) ambiguous = 0;
	if (ambiguous) {
		if (r->messages) list_ambiguous(r, prefix, n_name);
		rest_of_cluster += strlen(rest_of_cluster);
		optind++;
		optopt = 0;
		return '?';
	}
	if (!o) {
		/* -abc may still be a cluster of short options. */
		if (r->long_only && r->argv[optind][1] != '-' && strchr(r->options, *rest_of_cluster)) return -1;
		if (r->messages)
			fprintf(stderr, "%s: unrecognized option '%s%s'\n", r->argv[0], prefix, rest_of_cluster);
		rest_of_cluster = 0;
		optind++;
		optopt = 0;
		return '?';
	}
	char *value = rest_of_cluster[n_name] ? rest_of_cluster + n_name + 1 : 0;
	rest_of_cluster = 0;
	optind++;
	if (value && !o->has_arg) {
		if (r->messages)
			fprintf(stderr, "%s: option '%s%s' doesn't allow an argument\n", r->argv[0], prefix, o->name);
		optopt = o->val;
		return '?';
	}
	if (value) optarg = value;
	else if (o->has_arg == required_argument) {
		if (optind >= r->argc) {
			if (r->messages)
				fprintf(stderr, "%s: option '%s%s' requires an argument\n", r->argv[0], prefix, o->name);
			optopt = o->val;
			return r->options[0] == ':' ? ':' : '?';
		}
		optarg = r->argv[optind++];
	}
	if (r->long_index) *r->long_index = o - r->longs;
	if (o->flag) {
		*o->flag = o->val;
		return 0;
	}
	return o->val;
}

static int take_short(const struct request *r)
{
	char c = *rest_of_cluster++;
	const char *known = strchr(r->options, c);
	int last = !*rest_of_cluster;
	if (last) optind++;
	if (!known || c == ':' || c == ';') {
		if (r->messages) fprintf(stderr, "%s: invalid option -- '%c'\n", r->argv[0], c);
		optopt = c;
		return '?';
	}
	int wants = known[1] == ':', maybe = wants && known[2] == ':';
	if (known[0] == 'W' && known[1] == ';' && r->longs) wants = 1;
	if (!wants) return c;
	if (!last) {
		optarg = rest_of_cluster;
		optind++;
	} else if (maybe) optarg = 0;
	else if (optind == r->argc) {
		if (r->messages) fprintf(stderr, "%s: option requires an argument -- '%c'\n", r->argv[0], c);
		optopt = c;
		rest_of_cluster = 0;
		return r->options[0] == ':' ? ':' : '?';
	} else optarg = r->argv[optind++];
	rest_of_cluster = 0;
	if (known[1] == ';') {
		rest_of_cluster = optarg;
		optarg = 0;
		optind--;
		return take_long(r, "-W ");
	}
	return c;
}

/* Passes operands; returns false when the options are over. */
static int next_option(const struct request *r, int *result)
{
	if (last_operand > optind) last_operand = optind;
	if (first_operand > optind) first_operand = optind;
	if (ordering == MOVE_OPERANDS) {
		if (first_operand != last_operand && last_operand != optind) move_operands(r->argv);
		else if (last_operand != optind) first_operand = optind;
		while (optind < r->argc && is_operand(r->argv[optind])) optind++;
		last_operand = optind;
	}
	*result = -1;
	if (optind != r->argc && !strcmp(r->argv[optind], "--")) {
		optind++;
		if (first_operand != last_operand && last_operand != optind) move_operands(r->argv);
		else if (first_operand == last_operand) first_operand = optind;
		last_operand = r->argc;
		optind = r->argc;
	}
	if (optind == r->argc) {
		if (first_operand != last_operand) optind = first_operand;
		return 0;
	}
	if (is_operand(r->argv[optind])) {
		if (ordering == STOP_AT_OPERAND) return 0;
		optarg = r->argv[optind++];
		*result = 1;
		return 0;
	}
	return 1;
}

static int get(int argc, char **argv, const char *options, const struct option *longs, int *long_index,
	int long_only, int posix_order)
{
	struct request r = { argc, argv, options, longs, long_index, long_only, opterr };
	int result;
	if (argc < 1) return -1;
	optarg = 0;
	if (optind == 0 || !initialised) r.options = begin(options, posix_order);
	else if (*options == '-' || *options == '+') r.options++;
	if (r.options[0] == ':') r.messages = 0;
	if (!rest_of_cluster || !*rest_of_cluster) {
		if (!next_option(&r, &result)) return result;
		char *argument = argv[optind];
		if (longs) {
			if (argument[1] == '-') {
				rest_of_cluster = argument + 2;
				return take_long(&r, "--");
			}
			if (long_only && (argument[2] || !strchr(r.options, argument[1]))) {
				rest_of_cluster = argument + 1;
				int code = take_long(&r, "-");
				if (code != -1) return code;
			}
		}
		rest_of_cluster = argument + 1;
	}
	return take_short(&r);
}

int getopt(int argc, char *const *argv, const char *options)
{
	return get(argc, (char **)argv, options, 0, 0, 0, 0);
}

/* What programs compiled for POSIX behaviour call. */
int __posix_getopt(int argc, char *const *argv, const char *options)
{
	return get(argc, (char **)argv, options, 0, 0, 0, 1);
}

int getopt_long(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return get(argc, (char **)argv, options, longs, index, 0, 0);
}

int getopt_long_only(int argc, char *const *argv, const char *options, const struct option *longs, int *index)
{
	return get(argc, (char **)argv, options, longs, index, 1, 0);
}
