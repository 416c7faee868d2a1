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
	unsigned n;
	getrandom(&n, sizeof n, 0);
	printf("%u\n", n);
	fflush(stdout);
#ifdef OLD
	n /= 2;
#else
	n /= 3;
#endif
	if (n & 1)
		abort();
	return 0;
}
