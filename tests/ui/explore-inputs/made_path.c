//@ options: --sym-arg 2 --sym-files 1 1
//@ alphabet: A./x
//@ max-paths: 40
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
	struct stat found;
	int fd = open(argv[1], O_WRONLY | O_CREAT | O_EXCL, 0666);
	if (fd < 0) return errno;
	return stat(argv[1], &found) == 0 && found.st_size == 0 ? 100 : 101;
}
