// Which of the standard streams are terminals: any of them, whatever the others are.
//@ options: --sym-terminals
//@ statuses: 0 1 2 3 4 5 6 7
//@ paths: 8
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
	int terminals = 0;
	for (int fd = 0; fd < 3; fd++) {
		struct stat st;
		struct winsize size;
		if (fstat(fd, &st) != 0 || !isatty(fd) != !S_ISCHR(st.st_mode))
			return 100;
		if (isatty(fd)) {
			terminals |= 1 << fd;
			if (ioctl(fd, TIOCGWINSZ, &size) != 0 || size.ws_col != 80)
				return 101;
		}
	}
	if (getchar() != EOF || getchar() != EOF)
		return 102;
	printf("%d\tterminals\r\n\n", terminals);
	fprintf(stderr, "and errors\n");
	return terminals;
}
