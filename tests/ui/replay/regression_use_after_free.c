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
	int *p = calloc(4, 4);
#ifdef OLD
	int n = p[0];
	free(p);
#else
	free(p);
	int n = p[3] * (argc - 1);
#endif
	return n;
}
