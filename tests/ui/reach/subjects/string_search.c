//@ args: aaaaaaaaaa
// A word anywhere in a text.
#include <string.h>

int main(int argc, char **argv)
{
	if (strstr(argv[1], "needle"))
		return 3; //~ reached
	return 0;
}
