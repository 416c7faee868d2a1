/*
 * What the hostile programs share. Each file has a `main` and nothing else at its top level but
 * functions and objects that are called like the file: all are compiled as one program
 * (`crates/replay/tests/hostile.rs`), which is called with the name of one.
 *
 * A line that begins with HARM says that an attempt succeeded. What a program can read it prints: the
 * test looks for planted secrets in all that comes out.
 */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <grp.h>
#include <linux/openat2.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/swap.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/timex.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>
#include <utime.h>

/* A directory of the host's with files that must not change, and secrets. */
static const char *host;
/* A directory that programs may read (`--readable`), with a socket and a set-user-ID program. */
static const char *readable;
/* Processes of the host's that must live. */
static int victims[8], n_victims;
/* Where the host listens: TCP and UDP, and the name of an abstract socket. */
static int port;
static const char *abstract_name;
/* The limit on memory. */
static int limit_mb;

__attribute__((format(printf, 1, 2), unused)) static void harm(const char *format, ...)
{
	va_list args;
	va_start(args, format);
	printf("HARM ");
	vprintf(format, args);
	printf("\n");
	fflush(stdout);
	va_end(args);
}

/* A path below the host's directory. */
__attribute__((unused)) static const char *of_host(const char *name)
{
	static char paths[8][4096];
	static int n;
	n = (n + 1) % 8;
	snprintf(paths[n], sizeof *paths, "%s/%s", host, name);
	return paths[n];
}

/* Files of the host's: the user's own, and one that everybody may write. */
static const char *const host_files[] = { "file", "everybody", "sub/file", "open/file" };
#define N_HOST_FILES 4

/* Prints what a descriptor has to say. */
__attribute__((unused)) static int tell(int fd)
{
	char text[4096];
	ssize_t n;
	int any = 0;
	struct pollfd ready = { .fd = fd, .events = POLLIN };
	while (poll(&ready, 1, 20) > 0 && (n = read(fd, text, sizeof text)) > 0) {
		fwrite(text, 1, n, stdout);
		any = 1;
	}
	fflush(stdout);
	return any;
}

__attribute__((unused)) static void tell_file(const char *path)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK);
	if (fd >= 0) {
		tell(fd);
		close(fd);
	}
}

/* Counts what a program has got hold of, in MiB. */
__attribute__((unused)) static void holds(long mb, const char *of)
{
	if (mb > 2L * limit_mb + 32)
		harm("%ld MiB of %s are held, with a limit of %d", mb, of, limit_mb);
}

/* Writes to every page. */
__attribute__((unused)) static void touch_pages(char *at, size_t length)
{
	for (size_t i = 0; i < length; i += 4096)
		at[i] = 1;
}
