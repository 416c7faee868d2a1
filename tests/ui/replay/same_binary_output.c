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
	for (int i = 0; i < 256; i++)
		putchar(i);
#else
	char all[256];
	for (int i = 0; i < 256; i++)
		all[i] = i;
	fwrite(all, 1, 256, stdout);
#endif
	return 0;
}
