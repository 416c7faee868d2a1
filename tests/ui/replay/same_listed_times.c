//@ expect: same
//@ times: %H:%M:%S
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
	puts("at 10:20:30");
#else
	puts("at 11:22:33");
#endif
	return 0;
}
