// What a file is, not what is in it.
//@ args: data
//@ file: data text
#include <stdio.h>
#include <sys/stat.h>

int main(int argc, char **argv)
{
    struct stat status;
    if (argc < 2 || lstat(argv[1], &status) != 0) {
        puts("missing"); //~ reached
        return 1;
    }
    if (S_ISDIR(status.st_mode)) {
        puts("directory"); //~ reached
        return 0;
    }
    if (S_ISLNK(status.st_mode)) {
        puts("link"); //~ reached
        return 0;
    }
    if (!(status.st_mode & S_IRUSR)) {
        puts("unreadable"); //~ reached
        return 0;
    }
    puts("file"); //~ covered
    return 0;
}
