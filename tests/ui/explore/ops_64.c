// Every operation on 64 bits: nine conditions leave; of the last pair the first fails, the second
// fails, or both hold.
//@ paths: 12
#include <klee/klee.h>

int main(void)
{
	unsigned long long a, b;
	klee_make_symbolic(&a, sizeof a, "a");
	klee_make_symbolic(&b, sizeof b, "b");
	if (a + b == 0x123456789abcdef0)
		return 1;
	if (a - b == -16ULL)
		return 2;
	if (a * 5 == 8)
		return 3;
	if ((a & b) == 0xff00ff00ff00ff00)
		return 4;
	if ((a | b) == 0x00ff00ff00ff00ff)
		return 5;
	if ((a ^ b) == 0x5555555555555555)
		return 6;
	if (a << 4 == 0x76543210fedcba90)
		return 7;
	if (a >> 60 == 9)
		return 8;
	if ((long long)a >> 60 == -3)
		return 9;
	if ((long long)a < (long long)b && a > b)
		return 10;
	return 0;
}
