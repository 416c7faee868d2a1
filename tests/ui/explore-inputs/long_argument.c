// explore: --sym-arg 2
// alphabet: =a
// error: out-of-bounds-write
// An argument of two bytes does not fit.
#include <string.h>

int main(int argc, char **argv)
{
	char copy[2];
	strcpy(copy, argv[1]);
	return copy[0] == '=';
}
