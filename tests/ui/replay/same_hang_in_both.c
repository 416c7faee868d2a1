//@ expect: same
//@ seconds: 0.2
#include <assert.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(int argc, char **argv)
{
#ifdef OLD
	for (;;)
		;
#else
	for (;;)
		pause();
#endif
	return 0;
}
