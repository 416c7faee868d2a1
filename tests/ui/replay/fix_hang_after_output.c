//@ expect: fix ends
//@ seconds: 0.3
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	puts("ready");
	fflush(stdout);
#ifdef OLD
	pause();
#else
	puts("done");
#endif
	return 0;
}
