//@ expect: same
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
	printf("%d\n", getpid());
#else
	fflush(stdout);
	printf("%d\n", (int)getpid());
#endif
	return 0;
}
