//@ expect: regression ends
//@ args: k
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
	char *value = strchr("key", 'k');
	char *equals = strchr(argv[1], '=');
#ifdef OLD
	puts(equals ? equals + 1 : "none");
#else
	puts("value");
	return equals[1];
#endif
	return 0;
}
