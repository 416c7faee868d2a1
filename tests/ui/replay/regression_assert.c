//@ expect: regression ends
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
	puts("fine");
#else
	assert(argc > 1);
#endif
	return 0;
}
