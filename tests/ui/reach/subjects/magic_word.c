//@ stdin: 00000000\n
// Four bytes as a number.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	unsigned char buf[8];
	uint32_t magic, size;
	if (fread(buf, 1, 8, stdin) != 8)
		return 1;
	memcpy(&magic, buf, 4);
	memcpy(&size, buf + 4, 4);
	if (magic != 0xfeedface)
		return 2; //~ covered
	if (size > 0x1000 && (size & 0xfff) == 0)
		return 3; //~ reached
	return 0;
}
