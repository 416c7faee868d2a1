// A sign and digits. After an optional "-" or "+" (3 ways), two characters: the first is below "0",
// above "9" or a digit; then the second likewise: 3 * (2 + 3) paths.
//@ paths: 15
#include <klee/klee.h>

int main(void)
{
	unsigned char in[3];
	int at = 0, n = 0;
	klee_make_symbolic(in, sizeof in, "in");
	if (in[0] == '-')
		n = 1000;
	else if (in[0] == '+')
		n = 2000;
	for (at = 1; at < 3; at++) {
		if (in[at] < '0')
			return 1;
		if (in[at] > '9')
			return 2;
		n = n * 10 + in[at] - '0';
	}
	return n == 2042;
}
