// Contents, size and kind together: a program that reads its configuration.
//@ options: --sym-files 1 2 --sym-file-kinds=missing,unreadable,directory --sym-file-sizes
//@ statuses: 0 1 2 3 4 5
//@ paths: 9
#include <errno.h>
#include <stdio.h>

int main(void)
{
	FILE *file = fopen("A", "r");
	if (file == NULL)
		return errno == ENOENT ? 1 : errno == EACCES ? 2 : 100;
	int c = getc(file);
	if (c == EOF && ferror(file))
		return errno == EISDIR ? 3 : 101;
	if (c == EOF)
		return 4;
	if (c == '#' && getc(file) == '\n')
		return 5;
	return 0;
}
