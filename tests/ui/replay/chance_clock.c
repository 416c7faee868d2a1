//@ expect: non_deterministic
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
#ifdef OLD
	printf("%ld\n", t.tv_nsec);
#else
	printf("%ld\n", t.tv_nsec);
#endif
	return 0;
}
