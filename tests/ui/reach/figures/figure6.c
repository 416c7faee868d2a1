//@ args: -a -y a b
// Figure 6: the branch depends on which option was given, not on a byte of the input.
#include <ctype.h>
#include <stdio.h>
#include <unistd.h>

enum whitespace {
	IGNORE_NO_SPACE,
	IGNORE_TAB_EXPANSION,
	IGNORE_TRAILING_SPACE,
	IGNORE_SPACE_CHANGE,
	IGNORE_ALL_SPACE
};

static enum whitespace ignore_white_space;
static int text, side_by_side;

static unsigned hash_line(const char *p)
{
	unsigned h = 0;
	int c;
	enum whitespace ig_white_space = ignore_white_space;
	switch (ig_white_space) {
	case IGNORE_ALL_SPACE:
		while ((c = *p++) != '\n')
			if (!isspace(c))
				h = h * 31 + c; //~ reached
		break;
	case IGNORE_SPACE_CHANGE:
		h = 1;
		break;
	default:
		while ((c = *p++) != '\n')
			h = h * 31 + c;
	}
	return h;
}

int main(int argc, char **argv)
{
	int c;
	while ((c = getopt(argc, argv, "abyEZw")) != -1) {
		switch (c) {
		case 'a':
			text = 1;
			break;
		case 'b':
			if (ignore_white_space < IGNORE_SPACE_CHANGE)
				ignore_white_space = IGNORE_SPACE_CHANGE;
			break;
		case 'Z':
			if (ignore_white_space < IGNORE_SPACE_CHANGE)
				ignore_white_space |= IGNORE_TRAILING_SPACE;
			break;
		case 'E':
			if (ignore_white_space < IGNORE_SPACE_CHANGE)
				ignore_white_space |= IGNORE_TAB_EXPANSION;
			break;
		case 'w':
			ignore_white_space = IGNORE_ALL_SPACE;
			break;
		case 'y':
			side_by_side = 1;
			break;
		}
	}
	if (optind + 2 > argc)
		return 2;
	printf("%u\n", hash_line("one two\n"));
	return text + side_by_side > 3;
}
