//@ expect: output_difference files
//@ file: data text
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
	fputs("1", fopen("data", "a"));
#else
	fputs("2", fopen("data", "a"));
#endif
	return 0;
}
