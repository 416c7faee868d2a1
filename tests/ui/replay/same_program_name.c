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
	char self[999] = { 0 };
	readlink("/proc/self/exe", self, 998);
#ifdef OLD
	printf("%s %s\n", argv[0], self);
#else
	printf("%s %s\n", argv[0], self);
#endif
	return 0;
}
