//@ expect: same
//@ file: data old
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
	fputs("old", fopen("data", "w"));
#else
	unlink("data");
	fputs("old", fopen("data", "w"));
#endif
	return 0;
}
