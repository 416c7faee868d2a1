//@ expect: fix ends
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
	char *p = argv[1];
#ifdef OLD
	return p[0] == '-';
#else
	return p ? p[0] == '-' : 0;
#endif
}
