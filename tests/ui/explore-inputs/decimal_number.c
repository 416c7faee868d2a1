//@ options: --sym-arg 2
//@ alphabet: 05.-e
//@ max-paths: 80
// Tells the forms of numbers and zero apart; which digits there are is fixed.
#include <stdlib.h>

int main(int argc, char **argv)
{
	char *end;
	double value = strtod(argv[1], &end);
	if (end == argv[1]) return 1;
	if (*end) return 2;
	if (value == 0) exit(3);
	if (value < 0) exit(4);
	return 5;
}
