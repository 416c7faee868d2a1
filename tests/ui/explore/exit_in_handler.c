// A function registered for the end prints what the path found: two paths.
//@ paths: 2
#include <klee/klee.h>
#include <stdio.h>
#include <stdlib.h>

static int found;

static void report(void)
{
	printf("found %d\n", found);
}

int main(void)
{
	atexit(report);
	if (klee_int("a") == 3)
		found = 1;
	exit(found);
}
