//@ stdin: abcdefgh\n
// The sum of seven bytes.
#include <stdio.h>

int main(void)
{
	unsigned char buf[8];
	if (fread(buf, 1, 8, stdin) != 8)
		return 1;
	unsigned sum = 0;
	for (int n = 0; n < 7; n++)
		sum += buf[n];
	if ((sum & 0xff) == (buf[7] ^ 0x5a))
		return 2; //~ reached
	return 0;
}
