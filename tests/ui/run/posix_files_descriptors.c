// open, read, write, lseek, stat, dup2, mkdir, readdir, unlink on files made by the program.
//@ cflags: -D_GNU_SOURCE
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

int main(void) {
    umask(022);
    int fd = open("d.tmp", O_RDWR | O_CREAT | O_EXCL, 0644);
    printf("%d %zd\n", fd > 2, write(fd, "hello, descriptors\n", 19));
    char b[32] = "";
    printf("%ld ", (long)lseek(fd, 7, SEEK_SET)); printf("%zd ", read(fd, b, 11)); printf("%s\n", b);
    printf("%zd ", pread(fd, b, 5, 0)); printf("%.5s %ld\n", b, (long)lseek(fd, 0, SEEK_CUR));
    pwrite(fd, "HELLO", 5, 0); ftruncate(fd, 12);
    struct stat st; fstat(fd, &st); printf("%ld %o %d\n", (long)st.st_size, st.st_mode & 0777, S_ISREG(st.st_mode));
    int d = dup(fd); lseek(fd, 0, SEEK_SET); printf("%zd ", read(d, b, sizeof b)); printf("%.12s\n", b); close(d); close(fd);
    printf("%d %d\n", access("d.tmp", R_OK), access("none.tmp", F_OK));
    mkdir("dir.tmp", 0755); stat("dir.tmp", &st); printf("%d\n", S_ISDIR(st.st_mode));
    const char *names[] = { "dir.tmp/c", "dir.tmp/a", "dir.tmp/b" };
    for (int i = 0; i < 3; i++) close(open(names[i], O_WRONLY | O_CREAT, 0600));
    DIR *dir = opendir("dir.tmp"); char *list[10]; int n = 0;
    for (struct dirent *e; (e = readdir(dir));) list[n++] = strdup(e->d_name);
    closedir(dir); qsort(list, (size_t)n, sizeof *list, by_name);
    for (int i = 0; i < n; i++) { printf("%s ", list[i]); free(list[i]); }
    printf("%d\n", rmdir("dir.tmp") < 0);
    for (int i = 0; i < 3; i++) unlink(names[i]);
    printf("%d\n", rmdir("dir.tmp"));
    fflush(stdout);
    int out = dup(1), f = open("out.tmp", O_WRONLY | O_CREAT | O_TRUNC, 0600);
    dup2(f, 1); printf("redirected"); fflush(stdout); dup2(out, 1); close(out); close(f);
    FILE *g = fopen("out.tmp", "r"); fgets(b, sizeof b, g); fclose(g); printf("%s\n", b);
    f = open("out.tmp", O_WRONLY | O_APPEND); write(f, "+more", 5); close(f); stat("out.tmp", &st); printf("%ld\n", (long)st.st_size);
    unlink("out.tmp"); unlink("d.tmp"); printf("%d\n", stat("d.tmp", &st));
    return 0;
}
