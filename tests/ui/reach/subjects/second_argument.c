//@ args: copy
// An argument that is not there.
#include <string.h>

int main(int argc, char **argv)
{
	if (argc < 3)
		return 1;
	if (strcmp(argv[1], "move") == 0)
		return 3; //~ reached
	return 2; //~ reached
}
