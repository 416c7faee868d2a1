//@ options: --sym-stdin 3
//@ alphabet: \na
#include <stdio.h>

int main(void)
{
	int lines = 0, last = '\n', c;
	while ((c = getchar()) != EOF) {
		if (c == '\n') lines++;
		last = c;
	}
	return 2 * lines + (last != '\n');
}
