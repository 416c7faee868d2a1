//@ expect: output_difference within_line
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
	fputs("a\n", stdout);
#else
	fputs("a", stdout);
#endif
	return 0;
}
