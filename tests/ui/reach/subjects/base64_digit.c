//@ args: AAAA
// Four digits that decode to given bytes.
#include <string.h>

static int digit(int c)
{
	if (c >= 'A' && c <= 'Z')
		return c - 'A';
	if (c >= 'a' && c <= 'z')
		return c - 'a' + 26;
	if (c >= '0' && c <= '9')
		return c - '0' + 52;
	return c == '+' ? 62 : c == '/' ? 63 : -1;
}

int main(int argc, char **argv)
{
	if (strlen(argv[1]) != 4)
		return 1; //~ reached
	long n = 0;
	for (int i = 0; i < 4; i++) {
		int d = digit(argv[1][i]);
		if (d < 0)
			return 2; //~ reached
		n = n << 6 | d;
	}
	if (n == 0x50617a)
		return 3; //~ reached
	return 0;
}
