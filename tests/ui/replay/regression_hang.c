//@ expect: regression ends
//@ seconds: 0.3
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
	unsigned i = 10;
#ifdef OLD
	while (i > 0)
		i -= 2;
#else
	while (i > 0)
		i = i > 4 ? i - 4 : i;
#endif
	return 0;
}
