//@ expect: resource_difference memory
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
	size_t n = 1 << 20;
#else
	size_t n = 60 << 20;
#endif
	memset(malloc(n), 1, n);
	return 0;
}
