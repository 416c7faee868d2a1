//@ expect: output_difference within_line
//@ stdin: 10
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
	int n = 0;
	scanf("%d", &n);
#ifdef OLD
	printf("%d\n", n / 3);
#else
	printf("%d\n", (n + 2) / 3);
#endif
	return 0;
}
