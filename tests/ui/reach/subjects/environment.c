//@ args: x
// A variable that is not set.
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *level = getenv("LOG_LEVEL");
	if (level) {
		if (level[0] == '9')
			return 3; //~ reached
		return 2; //~ reached
	}
	return 0;
}
