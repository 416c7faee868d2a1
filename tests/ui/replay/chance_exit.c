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
	unsigned char n;
	getrandom(&n, sizeof n, 0);
	printf("%d\n", n);
#ifdef OLD
	return n;
#else
	return n / 2;
#endif
	return 0;
}
