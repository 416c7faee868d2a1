// A 2 by 2 determinant of small numbers: it is 0, negative or positive.
//@ paths: 3
#include <klee/klee.h>

int main(void)
{
	signed char m[2][2];
	klee_make_symbolic(m, sizeof m, "m");
	int det = m[0][0] * m[1][1] - m[0][1] * m[1][0];
	if (det == 0)
		return 0;
	if (det < 0)
		return 1;
	return 2;
}
