//@ args: a
// The argument must become longer.
#include <string.h>

int main(int argc, char **argv)
{
	if (strlen(argv[1]) == 7)
		return 3; //~ reached
	return 0;
}
