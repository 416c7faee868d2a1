/* Functions that are declared with variable arguments and read them whether they
 * were passed or not: natively that reads whatever is there, here it would be an
 * access outside of the call's arguments. As plain parameters, missing ones are 0. */
#include "syscall.h"

#define F_SETFL 4
#define O_LARGEFILE 0100000

int fcntl(int fd, int command, unsigned long argument)
{
	if (command == F_SETFL) argument |= O_LARGEFILE;
	return __syscall_ret(__syscall(SYS_fcntl, fd, command, argument));
}
weak_alias(fcntl, fcntl64);
weak_alias(fcntl, __fcntl);

int ioctl(int fd, unsigned long request, unsigned long argument)
{
	return __syscall_ret(__syscall(SYS_ioctl, fd, request, argument));
}

int prctl(int option, unsigned long a, unsigned long b, unsigned long c, unsigned long d)
{
	return __syscall_ret(__syscall(SYS_prctl, option, a, b, c, d));
}

#undef syscall
long syscall(long number, long a, long b, long c, long d, long e, long f)
{
	return __syscall_ret(__syscall(number, a, b, c, d, e, f));
}
