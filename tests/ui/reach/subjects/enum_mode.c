//@ args: fast
// A mode that a table of names gives.
#include <string.h>

enum mode { FAST, SLOW, EXACT };

static enum mode mode_of(const char *name)
{
	if (strcmp(name, "slow") == 0)
		return SLOW;
	if (strcmp(name, "exact") == 0)
		return EXACT;
	return FAST;
}

int main(int argc, char **argv)
{
	switch (mode_of(argv[1])) {
	case FAST:
		return 1; //~ covered
	case SLOW:
		return 2; //~ reached
	case EXACT:
		return 3; //~ reached
	}
	return 0;
}
