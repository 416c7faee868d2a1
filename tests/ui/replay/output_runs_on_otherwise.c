//@ expect: output_difference ends
#include <stdio.h>

int main(int argc, char **argv)
{
#ifdef OLD
	for (;;)
		puts("waiting for more");
#else
	puts("unknown option");
#endif
	return 0;
}
