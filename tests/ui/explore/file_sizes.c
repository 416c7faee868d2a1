// How many bytes a file has, from none to three: what stat, lseek and read say.
//@ options: --sym-files 1 3 --sym-file-sizes
//@ statuses: 0 1 2 3
//@ paths: 4
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	struct stat st;
	char bytes[8];
	int fd = open("A", O_RDONLY);
	if (fd < 0 || fstat(fd, &st) != 0)
		return 100;
	if (lseek(fd, 0, SEEK_END) != st.st_size || lseek(fd, 0, SEEK_SET) != 0)
		return 101;
	if (read(fd, bytes, sizeof bytes) != st.st_size)
		return 102;
	return st.st_size;
}
