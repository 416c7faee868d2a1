//@ options: --no-summaries --sym-env MODE 3 --sym-env LEVEL 1
//@ alphabet: on9
#include <stdlib.h>
#include <string.h>

int main(void)
{
	const char *mode = getenv("MODE"), *level = getenv("LEVEL");
	if (!mode || !level || getenv("HOME")) return 100;
	int on = strcmp(mode, "on") == 0;
	if (*level == '9') exit(2 + on);
	return on;
}
