//@ expect: regression ends
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

static int depth(int n)
{
	volatile char room[4096];
	room[0] = n;
#ifdef OLD
	if (n == 0)
		return 0;
#endif
	return depth(n - 1) + room[0];
}

int main(void)
{
	return depth(3) & 1;
}
