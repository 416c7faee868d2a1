//@ expect: regression sanitizer
//@ sanitize: yes
//@ args: 4
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
	int table[4] = { 1, 2, 3, 4 }, pad[4] = { 0 };
	int n = atoi(argv[1]);
#ifdef OLD
	return n < 4 ? table[n] : 0;
#else
	return n <= 4 ? table[n] > 99999999 : 0;
#endif
}
