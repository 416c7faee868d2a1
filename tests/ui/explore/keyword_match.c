// A word against "if" and "int" with early exits: i f \0 | i f ? | i n t \0 | i n t ? | i n ? | i ? | ?.
//@ paths: 7
#include <klee/klee.h>

static int same(const char *a, const char *b)
{
	while (*a == *b) {
		if (*a == 0)
			return 1;
		a++, b++;
	}
	return 0;
}

int main(void)
{
	char in[5];
	klee_make_symbolic(in, sizeof in, "in");
	in[4] = 0;
	if (same(in, "if"))
		return 1;
	if (same(in, "int"))
		return 2;
	return 0;
}
