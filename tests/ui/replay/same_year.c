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
	time_t now = time(NULL);
#ifdef OLD
	printf("%d\n", 1900 + gmtime(&now)->tm_year);
#else
	printf("%d\n", gmtime(&now)->tm_year + 1900);
#endif
	return 0;
}
