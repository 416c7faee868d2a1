//@ args: 1.0
// Two numbers that are compared in order.
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *end;
	long major = strtol(argv[1], &end, 10);
	if (*end != '.')
		return 1; //~ reached
	long minor = strtol(end + 1, &end, 10);
	if (*end)
		return 2; //~ reached
	if (major > 2 || (major == 2 && minor >= 7))
		return 3; //~ reached
	return 0;
}
