//@ stdin: help\n
// A word read from standard input.
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[64];
	if (!fgets(line, sizeof line, stdin))
		return 1;
	line[strcspn(line, "\n")] = 0;
	if (strcmp(line, "help") == 0)
		return 2; //~ covered
	if (strcmp(line, "shutdown now") == 0)
		return 3; //~ reached
	return 0;
}
