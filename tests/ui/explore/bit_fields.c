// Fields of a word that the input fills.
//@ brute: 2
//@ paths: 5
#include <klee/klee.h>

struct flags {
	unsigned kind : 3;
	unsigned count : 7;
	signed level : 4;
	unsigned rest : 2;
};

int main(void)
{
	struct flags flags;
	unsigned short s;
	klee_make_symbolic(&s, sizeof s, "s");
	flags.kind = s;
	flags.count = s >> 3;
	flags.level = s >> 10;
	flags.rest = s >> 14;
	if (flags.kind == 5 && flags.count > 120)
		return 1;
	if (flags.level < -6)
		return flags.rest;
	return 9;
}
