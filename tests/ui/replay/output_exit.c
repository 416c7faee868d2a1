//@ expect: output_difference ends
//@ args: -x
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
	return 0;
#else
	return argc > 1 && strcmp(argv[1], "-x") == 0;
#endif
}
