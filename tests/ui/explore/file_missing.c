// Only existence is a choice, for each of two files; which of them is opened depends on the input.
//@ options: --sym-files 2 1 --sym-file-kinds=missing --sym-stdin 1
//@ statuses: 0 1 2
//@ paths: 4
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
	char c = 0;
	read(0, &c, 1);
	if (c == 'b') {
		if (open("B", O_RDONLY) < 0)
			return 1;
	} else if (open("./A", O_RDONLY) < 0) {
		return 2;
	}
	return 0;
}
