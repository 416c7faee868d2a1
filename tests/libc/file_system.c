//@ cflags: -fno-builtin
/* Names, links, directories, status, times: on what the test makes in its working directory. */
#include "check.h"
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <utime.h>

static void touch(const char *name, const char *text) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (write(fd, text, strlen(text)) < 0) _exit(98);
    close(fd);
}

static void show(const struct stat *st) { also("type", (st->st_mode & S_IFMT) >> 12); also("perm", st->st_mode & 07777); also("links", st->st_nlink); if (!S_ISDIR(st->st_mode)) also("size", st->st_size); }
static char here[PATH_MAX];
static void from_here(const char *p) { also_str("path", p && strncmp(p, here, strlen(here)) == 0 ? p + strlen(here) : p ? "elsewhere" : NULL); }

static void status(void) {
    struct stat st;
    struct stat64 st64;
    touch("f", "12345");
    SYS(stat, ("f", &st)); show(&st); SYS(lstat, ("f", &st)); show(&st); SYS(stat, (".", &st)); also("dir", S_ISDIR(st.st_mode)); SYS(stat, ("none", &st)); SYS(stat, ("f/x", &st)); SYS(stat, ("", &st));
    SYS(symlink, ("f", "link")); SYS(symlink, ("f", "link")); SYS(symlink, ("", "l2")); SYS(symlink, ("loop", "loop")); SYS(symlink, ("none", "dangling"));
    SYS(stat, ("link", &st)); show(&st); SYS(lstat, ("link", &st)); also("link", S_ISLNK(st.st_mode)); also("size", st.st_size); SYS(stat, ("loop", &st)); SYS(stat, ("dangling", &st));
    int fd = open("f", O_RDWR);
    SYS(fstat, (fd, &st)); show(&st); SYS(fstat, (999, &st)); SYS(fstatat, (AT_FDCWD, "link", &st, AT_SYMLINK_NOFOLLOW)); also("link", S_ISLNK(st.st_mode)); SYS(fstatat, (fd, "", &st, AT_EMPTY_PATH)); show(&st); SYS(fstatat, (fd, "x", &st, 0)); SYS(fstatat, (AT_FDCWD, "f", &st, 0x8000000));
    SYS(stat64, ("f", &st64)); also("size", st64.st_size); SYS(lstat64, ("link", &st64)); also("size", st64.st_size); SYS(fstat64, (fd, &st64)); also("size", st64.st_size); SYS(fstatat64, (AT_FDCWD, "f", &st64, 0)); also("size", st64.st_size);
    struct statx sx;
    SYS(statx, (AT_FDCWD, "f", 0, STATX_SIZE | STATX_MODE, &sx)); also("size", sx.stx_size); also("perm", sx.stx_mode & 07777); SYS(statx, (AT_FDCWD, "none", 0, STATX_SIZE, &sx));
    struct statvfs vfs;
    SYS(statvfs, (".", &vfs)); also("block", vfs.f_bsize > 0); SYS(statvfs, ("none", &vfs)); SYS(fstatvfs, (fd, &vfs));
    SYS(chmod, ("f", 0600)); stat("f", &st); show(&st); SYS(chmod, ("none", 0600)); SYS(fchmod, (fd, 0751)); stat("f", &st); show(&st); SYS(fchmod, (999, 0)); SYS(fchmodat, (AT_FDCWD, "f", 0644, 0)); stat("f", &st); show(&st); SYS(fchmodat, (AT_FDCWD, "f", 0644, 0x8000));
    SYS(chown, ("f", -1, -1)); SYS(lchown, ("link", -1, -1)); SYS(fchown, (fd, -1, -1)); SYS(fchownat, (AT_FDCWD, "none", -1, -1, 0)); SYS(chown, ("none", -1, -1));
    INT(umask, (077)); INT(umask, (022));
    SYS(access, ("f", F_OK)); SYS(access, ("f", R_OK | W_OK)); SYS(access, ("none", F_OK)); SYS(access, ("f", 99)); SYS(access, ("dangling", F_OK)); SYS(faccessat, (AT_FDCWD, "f", R_OK, 0)); SYS(faccessat, (AT_FDCWD, "f", R_OK, AT_EACCESS)); SYS(eaccess, ("f", R_OK)); SYS(euidaccess, ("none", R_OK));
    struct utimbuf old = {1000, 2000};
    SYS(utime, ("f", &old)); stat("f", &st); also("atime", st.st_atime); also("mtime", st.st_mtime); SYS(utime, ("none", &old));
    struct timeval tv[2] = {{3000, 500000}, {4000, 250000}}, wrong[2] = {{1, 2000000}, {1, 1}};
    SYS(utimes, ("f", tv)); stat("f", &st); also("mtime", st.st_mtime); also("nsec", st.st_mtim.tv_nsec); SYS(utimes, ("f", wrong)); SYS(futimes, (fd, tv)); SYS(lutimes, ("link", tv)); SYS(futimesat, (AT_FDCWD, "f", tv));
    struct timespec ts[2] = {{5000, 7}, {0, UTIME_OMIT}};
    SYS(utimensat, (AT_FDCWD, "f", ts, 0)); stat("f", &st); also("atime", st.st_atime); also("mtime", st.st_mtime); SYS(futimens, (fd, ts)); SYS(futimens, (999, ts));
    close(fd);
}

static void names(void) {
    char b[PATH_MAX];
    struct stat st;
    memset(b, '#', 32); SYS(readlink, ("link", b, 32)); bytes(b, 3); SYS(readlink, ("dangling", b, 2)); bytes(b, 3); SYS(readlink, ("f", b, 32)); SYS(readlink, ("none", b, 32)); SYS(readlink, ("link", b, 0)); SYS(readlinkat, (AT_FDCWD, "link", b, 32));
    SYS(link, ("f", "hard")); stat("f", &st); also("links", st.st_nlink); SYS(link, ("f", "hard")); SYS(link, ("none", "hard2")); SYS(link, (".", "dirlink")); SYS(linkat, (AT_FDCWD, "link", AT_FDCWD, "hard3", AT_SYMLINK_FOLLOW)); SYS(symlinkat, ("f", AT_FDCWD, "link3"));
    SYS(unlink, ("hard")); stat("f", &st); also("links", st.st_nlink); SYS(unlink, ("hard")); SYS(unlink, (".")); SYS(unlink, ("f/")); SYS(unlinkat, (AT_FDCWD, "hard3", 0)); SYS(unlinkat, (AT_FDCWD, "f", AT_REMOVEDIR));
    SYS(mkdir, ("d", 0777)); stat("d", &st); also("perm", st.st_mode & 07777); SYS(mkdir, ("d", 0777)); SYS(mkdir, ("none/d", 0777)); SYS(mkdir, ("", 0777)); SYS(mkdir, ("d/", 0777)); SYS(mkdirat, (AT_FDCWD, "d/e", 0700));
    SYS(rmdir, ("d")); SYS(rmdir, ("d/e")); SYS(rmdir, ("none")); SYS(rmdir, ("f")); SYS(rmdir, (".")); SYS(mkdir, ("d/e", 0700));
    touch("a", "A"); touch("b", "B");
    SYS(rename, ("a", "b")); SYS(rename, ("a", "c")); SYS(rename, ("b", "d")); SYS(rename, ("d", "b")); SYS(rename, ("d", "d/e/f")); SYS(rename, ("b", "d/b")); SYS(renameat, (AT_FDCWD, "d/b", AT_FDCWD, "b")); SYS(renameat2, (AT_FDCWD, "b", AT_FDCWD, "f", RENAME_NOREPLACE)); SYS(renameat2, (AT_FDCWD, "b", AT_FDCWD, "bb", 0));
    PTR(getcwd, (here, sizeof here), here); SYS(chdir, ("d")); getcwd(b, sizeof b); from_here(b); SYS(chdir, ("none")); SYS(chdir, ("../f"));
    STR(getcwd, (b, 2)); STR(getcwd, (b, 0)); line_open("get_current_dir_name", "()"); put_signed(0); from_here(get_current_dir_name());
    char *full = realpath("..//d/./e/..", NULL);
    line_open("realpath", "(\"..//d/./e/..\", NULL)"); put_signed(full != NULL); from_here(full);
    full = realpath("../link", b);
    line_open("realpath", "(\"../link\", b)"); put_signed(full == b); from_here(full);
    STR(realpath, ("../none", b)); STR(realpath, ("../loop", b)); STR(realpath, ("", b)); STR(realpath, ("../f/x", b)); STR(realpath, ("/", NULL)); STR(realpath, (NULL, b));
    full = canonicalize_file_name("../f");
    line_open("canonicalize_file_name", "(\"../f\")"); put_signed(full != NULL); from_here(full); STR(canonicalize_file_name, ("nothing"));
    int dir = open("..", O_RDONLY | O_DIRECTORY);
    SYS(fchdir, (dir)); SYS(fchdir, (999));
    static const char *const paths[] = {"", "/", "//", "a", "a/", "/a", "a/b", "/a/b/", "a//b//", ".", "..", "usr/lib/x"};
    for (size_t i = 0; i < COUNT(paths); i++) {
        char copy[32];
        strcpy(copy, paths[i]); arg_str(paths[i]); STR(dirname, (copy));
        strcpy(copy, paths[i]); arg_str(paths[i]); STR(__xpg_basename, (copy));
    }
    STR(dirname, (NULL)); STR(__xpg_basename, (NULL));
    SYS(pathconf, ("f", _PC_NAME_MAX)); SYS(pathconf, ("f", _PC_PATH_MAX)); SYS(pathconf, ("f", 9999)); SYS(fpathconf, (dir, _PC_PIPE_BUF)); SYS(fpathconf, (999, _PC_NAME_MAX));
}

int main(void) {
    umask(022);
    status();
    names();
    return done();
}
