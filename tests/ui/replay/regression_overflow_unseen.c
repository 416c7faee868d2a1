//@ expect: regression sanitizer
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
	char *p = malloc(5);
#ifdef OLD
	p[4] = argc;
#else
	p[argc + 4] = argc;
#endif
	return 0;
}
