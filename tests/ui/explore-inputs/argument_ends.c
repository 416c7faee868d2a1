//@ options: --no-summaries --sym-arg 3
//@ alphabet: a
// The string ends at its first NUL, whatever comes after it.
#include <string.h>

int main(int argc, char **argv)
{
	return strlen(argv[1]);
}
