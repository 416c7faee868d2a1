// What a file is: readable (0), missing (2), a directory (3), without rights (4), a link that leads
// nowhere (5); one that can only be read (1) is told by opening it for writing.
//@ options: --sym-files 1 1 --sym-file-kinds
//@ statuses: 0 1 2 3 4 5
//@ paths: 6
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	struct stat st;
	if (lstat("A", &st) != 0)
		return errno == ENOENT ? 2 : 100;
	if (S_ISDIR(st.st_mode))
		return open("A", O_RDWR) < 0 && errno == EISDIR && rmdir("A") == 0 ? 3 : 101;
	if (S_ISLNK(st.st_mode))
		return open("A", O_RDONLY) < 0 && errno == ENOENT ? 5 : 102;
	if (open("A", O_RDONLY) < 0)
		return errno == EACCES && access("A", R_OK) != 0 && st.st_size == 1 ? 4 : 103;
	if (open("A", O_RDWR) < 0)
		return errno == EACCES && (st.st_mode & 0777) == 0444 && access("A", R_OK) == 0 ? 1 : 104;
	return 0;
}
