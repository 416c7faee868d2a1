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
	puts("done");
#else
	if (fork() == 0)
		sleep(100);
	else
		puts("done");
#endif
	return 0;
}
