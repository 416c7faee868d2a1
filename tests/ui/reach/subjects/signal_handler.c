//@ args: a
// A function that only the system calls.
#include <signal.h>

static volatile sig_atomic_t seen;

static void handler(int number)
{
	seen = number; //~ reached
}

int main(int argc, char **argv)
{
	signal(SIGUSR1, handler);
	if (argv[1][0] == '!')
		raise(SIGUSR1);
	if (seen)
		return 3; //~ reached
	return 0;
}
