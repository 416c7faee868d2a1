//@ expect: non_deterministic
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
	char name[] = "/tmp/resultXXXXXX";
#ifdef OLD
	mkstemp(name);
#else
	close(mkstemp(name));
#endif
	return 0;
}
