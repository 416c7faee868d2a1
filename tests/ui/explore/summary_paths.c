// What a program does with the results of string functions decides how many paths there are, not
// what the functions do.
//@ paths: 7
//@ brute: 2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char in[3], *end;
	klee_make_symbolic(in, 2, "in");
	in[2] = 0;
	if (strcmp(in, "if") == 0)
		return 1;
	if (strchr(in, ';'))
		return 2;
	if (strlen(in) == 1)
		return 3;
	long n = strtol(in, &end, 10);
	if (end == in)
		return 4;
	if (*end != 0)
		return 5;
	if (n > 50)
		return 6;
	return 0;
}
