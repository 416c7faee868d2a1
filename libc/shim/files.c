/* Whole files for musl's internal use (time zones) are read into anonymous memory,
 * which the callers unmap. */
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <errno.h>
#include <stdint.h>
#include "../src/passwd/nscd.h"
#include "syscall.h"

const unsigned char *__map_file(const char *path, size_t *size)
{
	struct stat st;
	unsigned char *bytes = 0;
	int fd = sys_open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0) return 0;
	if (!fstat(fd, &st) && st.st_size > 0)
		bytes = mmap(0, st.st_size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (bytes == MAP_FAILED) bytes = 0;
	if (bytes) {
		size_t done = 0;
		long n;
		while (done < (size_t)st.st_size && (n = read(fd, bytes + done, st.st_size - done)) > 0) done += n;
		*size = st.st_size;
	}
	close(fd);
	return bytes;
}

/* Users and groups: no cache daemon answers, so that musl reads the files. */
FILE *__nscd_query(int32_t request, const char *key, int32_t *answer, size_t size, int *swap)
{
	int saved = errno;
	memset(answer, 0, size);
	*answer = NSCDVERSION;
	*swap = 0;
	FILE *f = fopen("/dev/null", "re");
	if (f) errno = saved;
	return f;
}
