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
	fwrite("a\0b", 1, 3, stdout);
#else
	fwrite("a\0\xff", 1, 3, stdout);
#endif
	return 0;
}
