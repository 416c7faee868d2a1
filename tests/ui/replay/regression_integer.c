//@ expect: regression sanitizer
//@ sanitize: yes
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
	int n = 0x7fffffff;
#ifdef OLD
	printf("%d\n", (int)((unsigned)n + argc));
#else
	printf("%d\n", n + argc);
#endif
	return 0;
}
