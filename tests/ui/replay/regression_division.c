//@ expect: regression ends
//@ args: 0
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
	int n = atoi(argv[1]);
#ifdef OLD
	printf("%d\n", n ? 100 / n : 0);
#else
	printf("%d\n", 100 / n);
#endif
	return 0;
}
