//@ args: -n
// A flag in a structure behind a pointer.
#include <string.h>

struct settings {
	int number, reverse;
};

static void parse(struct settings *s, char **argv)
{
	for (; *argv; argv++) {
		if (strcmp(*argv, "-n") == 0)
			s->number = 1;
		if (strcmp(*argv, "-r") == 0)
			s->reverse = 1;
	}
}

int main(int argc, char **argv)
{
	struct settings s = { 0 };
	parse(&s, argv + 1);
	if (s.reverse)
		return 3; //~ reached
	return 0;
}
