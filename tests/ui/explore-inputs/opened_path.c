//@ options: --sym-arg 3 --sym-files 1 1
//@ alphabet: A./x
//@ max-paths: 60
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
	struct stat found;
	int fd = open(argv[1], O_RDONLY);
	if (fd < 0) return errno;
	fstat(fd, &found);
	if (S_ISDIR(found.st_mode)) return 100;
	char byte = 0;
	read(fd, &byte, 1);
	if (byte == 'x') return 102;
	return 101;
}
