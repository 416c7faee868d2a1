// Every wrong byte leads into a maze; the way to the last line is short.
#include <klee/klee.h>

static unsigned char input[24];

static int maze(int from)
{
	int n = 0;
	for (int i = from; i < 24; i++)
		if (input[i] & 1) n++;
	return n & 1;
}

static int door(int n)
{
	if (n == 8)
		return 42;
	if (input[n] == 'a' + n) return door(n + 1);
	return maze(n);
}

int main(void)
{
	klee_make_symbolic(input, sizeof input, "input");
	return door(0);
}
