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
	(void)argc;
#else
	unlink("data");
#endif
	return 0;
}
