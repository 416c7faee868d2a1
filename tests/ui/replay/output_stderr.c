//@ expect: output_difference stderr_text
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
	fputs("bad option\n", stderr);
#else
	fputs("invalid option\n", stderr);
#endif
	return 2;
}
