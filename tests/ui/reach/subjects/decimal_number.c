//@ args: 100
// A number in text.
#include <stdlib.h>

int main(int argc, char **argv)
{
	int n = atoi(argv[1]);
	if (n * 3 + 7 == 2125)
		return 3; //~ reached
	return 0;
}
