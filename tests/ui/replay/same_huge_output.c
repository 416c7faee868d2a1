//@ expect: same
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
	for (int i = 0; i < 400000; i++)
		printf("%d\n", i);
#else
	for (int i = 0; i < 400000;)
		printf("%d\n", i++);
#endif
	return 0;
}
