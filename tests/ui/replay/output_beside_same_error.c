//@ expect: output_difference within_line
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
	printf("1\n");
#else
	printf("2\n");
#endif
	fflush(stdout);
	p[argc + 3] = 1;
	return 0;
}
