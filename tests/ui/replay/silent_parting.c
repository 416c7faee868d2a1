//@ expect: silent_divergence nothing
//@ origin: bounded x.c 7
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
	int n = argc;
#ifdef OLD
	if (n > 5)
		puts("many");
#else
	if (n > 6)
		puts("many");
#endif
	return 0;
}
