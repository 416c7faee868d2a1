//@ args: one two
//@ file: one abc
//@ file: two abcd
// Two files that must be the same up to a byte.
#include <stdio.h>

int main(int argc, char **argv)
{
	FILE *a = fopen(argv[1], "r"), *b = fopen(argv[2], "r");
	if (!a || !b)
		return 9;
	for (int n = 0;; n++) {
		int c = getc(a), d = getc(b);
		if (c != d)
			return n == 2 ? 3 : 1; //~ covered
		if (c == EOF)
			return 2; //~ reached
		if (c == '!')
			return 4; //~ reached
	}
}
