//@ args: 5
// A negative number that becomes a large one.
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	unsigned char size = n;
	if (n < 0 && size == 0xf8)
		return 3; //~ reached
	return 0;
}
