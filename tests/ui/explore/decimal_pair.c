// Two digits and what they are together.
//@ brute: 2
//@ paths: 5
#include <klee/klee.h>

int main(void)
{
	unsigned char in[2];
	klee_make_symbolic(in, 2, "in");
	int n = 0;
	for (int i = 0; i < 2; i++) {
		if (in[i] < '0' || in[i] > '9')
			return 200;
		n = n * 10 + in[i] - '0';
	}
	return n > 31 ? 1 : 0;
}
