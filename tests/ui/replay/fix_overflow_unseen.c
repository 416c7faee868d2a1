//@ expect: fix sanitizer
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
	char room[9], *p = malloc(8);
#ifdef OLD
	p[argc + 7] = 0;
#else
	p[argc + 6] = 0;
#endif
	return 0;
}
