//@ expect: same
//@ args: 5
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
	int n = atoi(argv[1]), sum = 0;
#ifdef OLD
	for (int i = 1; i <= n; i++)
		sum += i;
#else
	sum = n * (n + 1) / 2;
#endif
	printf("%d\n", sum);
	return sum & 1;
}
