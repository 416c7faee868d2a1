// A recorded test's files have the times that they had then, and none is of the future.
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>

int main(void)
{
    struct stat dir, file;
    if (stat("dir", &dir) != 0 || stat("dir/file", &file) != 0)
        return 1;
    if (dir.st_mtime == 1750000000 && file.st_mtime == 646056000 && file.st_mtim.tv_nsec == 0)
        puts("as recorded"); //~ covered
    if (time(NULL) > dir.st_mtime)
        puts("of the past"); //~ covered
    return 0;
}
