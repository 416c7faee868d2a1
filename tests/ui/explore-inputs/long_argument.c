//@ options: --sym-arg 2
//@ alphabet: =a
// An argument of two bytes does not fit.
#include <string.h>

int main(int argc, char **argv)
{
	char copy[2];
	strcpy(copy, argv[1]); //~ out-of-bounds-write
	return copy[0] == '=';
}
