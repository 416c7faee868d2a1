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
	int *p = NULL;
#ifdef OLD
	*p = 1;
#else
	puts("");
	*p = 1;
#endif
	return 0;
}
