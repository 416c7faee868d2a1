// A file that is made where one may be: made anew, refused, or written through a link.
//@ options: --sym-files 1 1 --sym-file-kinds
//@ statuses: 0 1 2 3
//@ paths: 6
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	int fd = open("A", O_WRONLY | O_CREAT | O_TRUNC, 0600);
	if (fd < 0)
		return errno == EISDIR ? 1 : errno == EACCES ? 2 : 100;
	if (write(fd, "x", 1) != 1)
		return 101;
	if (access("nowhere", F_OK) == 0)
		return 3;
	return 0;
}
