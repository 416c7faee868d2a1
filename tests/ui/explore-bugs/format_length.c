// The length of a formatted number is taken for what was written, not for what was wanted (as in
// CVE-2015-8618): snprintf returns more than the buffer has for the eight lengths from 8 to 15.
#include <klee/klee.h>
#include <stdio.h>
#include <string.h>

int main(void)
{
	char line[8];
	unsigned char n;
	klee_make_symbolic(&n, 1, "n");
	int used = snprintf(line, sizeof line, "%.*s", n & 15, "abcdefghijklmnop");
	line[used] = '\n'; //~ out-of-bounds-write paths=8
	return line[0];
}
