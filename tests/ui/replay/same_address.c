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
	int x;
	printf("%p %p\n", (void *)&x, (void *)main);
#else
	int more[100], x;
	printf("%p %p\n", (void *)&x, (void *)main);
#endif
	return 0;
}
