// Which entries a directory has: any of three files may be missing.
//@ options: --sym-files 3 1 --sym-file-kinds=missing
//@ statuses: 0 1 2 3 4 5 6 7
//@ paths: 8
#include <dirent.h>

int main(void)
{
	DIR *dir = opendir(".");
	struct dirent *entry;
	int seen = 0;
	if (dir == 0)
		return 100;
	while ((entry = readdir(dir)) != 0)
		if (entry->d_name[1] == 0 && entry->d_name[0] >= 'A' && entry->d_name[0] <= 'C')
			seen |= 1 << (entry->d_name[0] - 'A');
	return seen;
}
