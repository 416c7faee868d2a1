//@ args: size=1
// A key and a value.
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv)
{
	char *equals = strchr(argv[1], '=');
	if (!equals)
		return 1; //~ reached
	if (strncmp(argv[1], "mode", 4) == 0 && equals == argv[1] + 4 && equals[1] == 'x')
		return 2; //~ reached
	return 0;
}
