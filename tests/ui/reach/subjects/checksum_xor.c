//@ stdin: 12345\n
// A checksum guards a command.
#include <stdio.h>

int main(void)
{
	unsigned char buf[5];
	if (fread(buf, 1, 5, stdin) != 5)
		return 1;
	unsigned char check = 0x55;
	for (int n = 0; n < 4; n++)
		check = (check << 1 | check >> 7) ^ buf[n];
	if (check != buf[4])
		return 2; //~ covered
	if (buf[0] == 'R')
		return 3; //~ reached
	return 0;
}
