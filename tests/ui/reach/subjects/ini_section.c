//@ stdin: [core]\n
// A line of a configuration file.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[80];
	int in_core = 0;
	while (fgets(line, sizeof line, stdin)) {
		if (line[0] == '[') {
			in_core = strncmp(line, "[core]", 6) == 0;
			continue;
		}
		char *equals = strchr(line, '=');
		if (!equals)
			continue;
		*equals = 0;
		if (in_core && strcmp(line, "bare") == 0)
			return 3; //~ reached
	}
	return 0;
}
