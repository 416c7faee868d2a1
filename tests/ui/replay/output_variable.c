//@ expect: output_difference within_line
//@ env: MODE=x
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
	const char *mode = getenv("MODE");
#ifdef OLD
	puts("mode");
#else
	puts(mode ? mode : "mode");
#endif
	return 0;
}
