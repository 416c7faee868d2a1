//@ options: --sym-arg 2 --sym-files 2 1
//@ alphabet: AB./x
//@ max-paths: 60
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	if (rename("B", "x") != 0) return 100;
	if (access(argv[1], F_OK) != 0) return errno;
	if (unlink(argv[1]) != 0) return 50 + errno;
	if (access("x", F_OK) != 0) return 101;
	return 102;
}
