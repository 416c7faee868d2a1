//@ expect: same
//@ sanitize: yes
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
	char *p = malloc(4);
#ifdef OLD
	p[argc + 3] = 1;
#else


	p[argc + 3] = 1;
#endif
	return 0;
}
