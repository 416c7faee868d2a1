//@ stdin: a\n
// The input must have more lines.
#include <stdio.h>

int main(void)
{
	int c, lines = 0;
	while ((c = getchar()) != EOF)
		lines += c == '\n';
	if (lines == 4)
		return 3; //~ reached
	return 0;
}
