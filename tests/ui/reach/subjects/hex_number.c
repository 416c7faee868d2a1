//@ args: 0x00
// A hexadecimal number.
#include <stdlib.h>

int main(int argc, char **argv)
{
	if (strtol(argv[1], 0, 16) == 0xc7)
		return 3; //~ reached
	return 0;
}
