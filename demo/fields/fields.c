/* fields LIST [FILE]: prints the fields of each line that LIST selects. Fields are separated by
   colons; LIST is numbers and ranges, such as 1,3-4 or 2- for all from the second on. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct range {
	unsigned long first;
	unsigned long last; /* 0: the range has no end */
};

static struct range *ranges;
static size_t n_ranges;

/* Which fields are printed, up to the largest number in LIST. */
static char *is_selected;
static unsigned long largest;
static unsigned long open_from;

static void fail(const char *message)
{
	fprintf(stderr, "fields: %s\n", message);
	exit(1);
}

static unsigned long number(const char **text)
{
	unsigned long n = 0;
	while (isdigit((unsigned char)**text)) {
		if (n > 10000)
			fail("number too large");
		n = 10 * n + (unsigned long)(*(*text)++ - '0');
	}
	return n;
}

static void add_range(const char **text)
{
	struct range range = { 1, 0 };
	if (!isdigit((unsigned char)**text) && **text != '-')
		fail("invalid list");
	if (**text != '-') {
		range.first = number(text);
		if (range.first == 0)
			fail("fields are numbered from 1");
		range.last = range.first;
	}
	if (**text == '-') {
		++*text;
		range.last = isdigit((unsigned char)**text) ? number(text) : 0;
		if (range.last != 0 && range.last < range.first)
			fail("invalid decreasing range");
	}
	ranges = realloc(ranges, (n_ranges + 1) * sizeof *ranges);
	ranges[n_ranges++] = range;
}

static void select_fields(const char *list)
{
	for (;;) {
		add_range(&list);
		if (*list == '\0')
			break;
		if (*list++ != ',')
			fail("invalid list");
	}
	for (size_t i = 0; i < n_ranges; i++) {
		unsigned long end = ranges[i].last ? ranges[i].last : ranges[i].first;
		if (end > largest)
			largest = end;
	}
	is_selected = calloc(largest + 1, 1);
	for (size_t i = 0; i < n_ranges; i++) {
		unsigned long end = ranges[i].last;
		if (end == 0) {
			if (open_from == 0 || ranges[i].first < open_from)
				open_from = ranges[i].first;
			end = ranges[i].first;
		}
		for (unsigned long n = ranges[i].first; n <= end; n++)
			is_selected[n] = 1;
	}
}

static int selects(unsigned long n)
{
	if (open_from != 0 && n >= open_from)
		return 1;
	return n <= largest && is_selected[n];
}

static void print_line(char *line)
{
	unsigned long n = 1;
	int printed = 0;
	for (char *field = line; field; n++) {
		char *colon = strchr(field, ':');
		if (colon)
			*colon = '\0';
		if (selects(n))
			printf("%s%s", printed++ ? ":" : "", field);
		field = colon ? colon + 1 : NULL;
	}
	putchar('\n');
}

int main(int argc, char **argv)
{
	char line[4096];
	if (argc < 2)
		fail("usage: fields LIST [FILE]");
	select_fields(argv[1]);
	FILE *in = argc > 2 ? fopen(argv[2], "r") : stdin;
	if (!in)
		fail("cannot read the file");
	while (fgets(line, sizeof line, in)) {
		line[strcspn(line, "\n")] = '\0';
		print_line(line);
	}
	return 0;
}
