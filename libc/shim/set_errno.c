/* How functions of the engine (the heap, the host's mathematics) report an error. */
#include <errno.h>
#include <stdint.h>

/* Sets errno and hands the function's result on. */
uint64_t __pl_set_errno(uint64_t result, int error)
{
	errno = error;
	return result;
}
