//@ expect: resource_difference ends
//@ memory: 100
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
	int n = 1;
#else
	int n = 8;
#endif
	while (--n && fork() == 0)
		;
	memset(malloc(30 << 20), 1, 30 << 20);
	usleep(n > 0 ? 900000 : 300000);
	return 0;
}
