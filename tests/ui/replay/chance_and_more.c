//@ expect: output_difference within_line
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
	struct timespec t;
	clock_gettime(CLOCK_MONOTONIC, &t);
	printf("%ld\n", t.tv_nsec);
#ifdef OLD
	puts("1");
#else
	puts("2");
#endif
	return 0;
}
