// A counter that stays between calls.
//@ brute: 2
//@ paths: 9
#include <klee/klee.h>

static int step(unsigned char a, int *level)
{
	if (a == '(')
		return ++*level;
	if (a == ')')
		return --*level;
	return *level;
}

int main(void)
{
	static int level;
	unsigned char in[2];
	level = 0;
	klee_make_symbolic(in, 2, "in");
	step(in[0], &level);
	step(in[1], &level);
	return level == 0 ? 1 : level > 0 ? 2 : 3;
}
