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
#ifdef OLD
	n %= 1000;
#else
	n = n / 3 % 1000;
#endif
	while (n--)
		puts("x");
	return 0;
}
