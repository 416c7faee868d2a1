//@ cflags: -fno-builtin
/* Listing directories and walking trees; names are sorted wherever the order is the file system's. */
#include "check.h"
#include <dirent.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int count, total_depth;
static int walk(const char *p, const struct stat *st, int type) { count++; (void)p; (void)st; return type == FTW_NS; }
static int walk64(const char *p, const struct stat64 *st, int type) { count++; (void)p; (void)st; return type == FTW_NS; }
static int nwalk(const char *p, const struct stat *st, int type, struct FTW *f) { count++; total_depth += f->level; (void)st; return strcmp(p + f->base, "stop") == 0 ? 42 : type == FTW_NS; }
static int not_dot(const struct dirent *d) { return d->d_name[0] != '.'; }
static int not_dot64(const struct dirent64 *d) { return d->d_name[0] != '.'; }
static int by_name(const FTSENT **a, const FTSENT **b) { return strcmp((*a)->fts_name, (*b)->fts_name); }
static int text_order(const void *a, const void *b) { return strcmp(a, b); }

int main(void) {
    static const char *const files[] = {"t/b", "t/a", "t/.h", "t/s/x", "t/s/y", "t/item10", "t/item9"};
    mkdir("t", 0755); mkdir("t/s", 0755);
    for (size_t i = 0; i < COUNT(files); i++) close(open(files[i], O_CREAT | O_WRONLY, 0644));
    DIR *d = opendir("t");
    line_open("opendir", "(\"t\")"); put_signed(d != NULL); PTR(opendir, ("none"), NULL); PTR(opendir, ("t/a"), NULL); PTR(opendir, (""), NULL); PTR(fdopendir, (999), NULL);
    char list[16][16];
    int n = 0;
    struct dirent *e;
    errno = 0;
    while ((e = readdir(d)) && n < 16) { strcpy(list[n], e->d_name); strcat(list[n], e->d_type == DT_DIR ? "/" : e->d_type == DT_REG ? "" : "?"); n++; }
    int end = errno;
    qsort(list, (size_t)n, sizeof *list, text_order);
    line_open("readdir", "(d)"); put_signed(n); tail_errno(end);
    for (int i = 0; i < n; i++) { put_char(' '); put_quoted(list[i]); }
    VOID(rewinddir, (d)); n = 0; while (readdir64(d)) n++; line_open("readdir64", "(d)"); put_signed(n);
    rewinddir(d); readdir(d); long at = telldir(d); struct dirent *second = readdir(d); char name[256]; strcpy(name, second->d_name); seekdir(d, at);
    line_open("telldir", "(d)"); put_signed(at != -1); line_open("seekdir", "(d, at)"); put_signed(strcmp(readdir(d)->d_name, name) == 0);
    struct dirent space, *result = NULL;
    rewinddir(d); CODE(readdir_r, (d, &space, &result)); also("same", result == &space);
    line_open("dirfd", "(d)"); put_signed(dirfd(d) > 2); SYS(closedir, (d));
    struct dirent **names;
    SYS(scandir, ("t", &names, not_dot, alphasort)); for (int i = 0; i < 5; i++) { put_char(' '); put_quoted(names[i]->d_name); }
    SYS(scandir, ("t", &names, NULL, versionsort)); for (int i = 0; i < 8; i++) { put_char(' '); put_quoted(names[i]->d_name); }
    SYS(scandir, ("none", &names, NULL, alphasort)); SYS(scandirat, (AT_FDCWD, "t/s", &names, not_dot, alphasort)); also_str("first", names[0]->d_name);
    SIGN(alphasort, ((const struct dirent **)&names[0], (const struct dirent **)&names[1])); SIGN(versionsort, ((const struct dirent **)&names[1], (const struct dirent **)&names[0]));
    struct dirent64 **names64;
    SYS(scandir64, ("t", &names64, not_dot64, alphasort64)); also_str("first", names64[0]->d_name);
    count = 0; SYS(ftw, ("t", walk, 8)); also("count", count); SYS(ftw, ("none", walk, 8));
    count = 0; SYS(ftw64, ("t", walk64, 8)); also("count", count);
    count = total_depth = 0; SYS(nftw, ("t", nwalk, 8, FTW_PHYS)); also("count", count); also("depth", total_depth);
    count = total_depth = 0; SYS(nftw, ("t", nwalk, 8, FTW_PHYS | FTW_DEPTH)); also("count", count);
    close(open("t/s/stop", O_CREAT | O_WRONLY, 0644)); SYS(nftw, ("t", nwalk, 8, FTW_PHYS)); 
    char *const roots[] = {"t", NULL};
    FTS *fts = fts_open(roots, FTS_PHYSICAL | FTS_NOCHDIR, by_name);
    line_open("fts_open", "(roots)"); put_signed(fts != NULL);
    for (FTSENT *f; (f = fts_read(fts));) { line_open("fts_read", "(fts)"); put_quoted(f->fts_path); also("info", f->fts_info); also("level", f->fts_level); }
    SYS(fts_close, (fts));
    return done();
}
