//@ cflags: -fno-builtin
/* Allocation, sorting, sub-options, temporary names, exit handlers. */
#include "check.h"
#include <alloca.h>
#include <fcntl.h>
#include <limits.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static int by_value(const void *a, const void *b) { return (*(const int *)a > *(const int *)b) - (*(const int *)a < *(const int *)b); }
static int reversed(const void *a, const void *b, void *how) { return *(int *)how * by_value(a, b); }
static int by_text(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static int aligned(const void *p, size_t to) { return p && (uintptr_t)p % to == 0; }
static volatile size_t huge = PTRDIFF_MAX, half = SIZE_MAX / 2;

static void allocation(void) {
    void *p = NULL;
    PTR(malloc, (10), NULL);
    PTR(malloc, (0), NULL);
    PTR(malloc, (huge + 1), NULL);
    PTR(calloc, (3, 7), NULL);
    PTR(calloc, (half, 3), NULL);
    PTR(calloc, (0, 8), NULL);
    unsigned char *zero = calloc(5, 5);
    line_open("calloc", "(5, 5)"); bytes(zero, 25);
    memcpy(zero, "0123456789", 10);
    zero = realloc(zero, 10000);
    line_open("realloc", "(p, 10000)"); bytes(zero, 10);
    zero = realloc(zero, 4);
    line_open("realloc", "(p, 4)"); bytes(zero, 4);
    PTR(realloc, (zero, huge + 1), NULL);
    PTR(realloc, (NULL, 8), NULL);
    PTR(realloc, (malloc(3), 0), NULL);
    PTR(reallocarray, (NULL, 3, 5), NULL);
    PTR(reallocarray, (NULL, half, 3), NULL);
    CODE(posix_memalign, (&p, 64, 100)); also("aligned", aligned(p, 64));
    CODE(posix_memalign, (&p, 3, 100));
    CODE(posix_memalign, (&p, 4, 100));
    PTR(aligned_alloc, (128, 256), NULL);
    line_open("aligned_alloc", "(256, 512)"); put_signed(aligned(aligned_alloc(256, 512), 256));
    line_open("memalign", "(1024, 10)"); put_signed(aligned(memalign(1024, 10), 1024));
    line_open("valloc", "(10)"); put_signed(aligned(valloc(10), 4096));
    line_open("pvalloc", "(10)"); put_signed(aligned(pvalloc(10), 4096));
    line_open("malloc_usable_size", "(malloc(100))"); put_signed(malloc_usable_size(malloc(100)) >= 100);
    UINT(malloc_usable_size, (NULL));
    VOID(free, (NULL));
    errno = EDOM;
    free(malloc(9));
    int kept = errno;
    line_open("free", "(malloc(9))"); put_text("void"); also_errno("kept", kept);
}

static void sorting(void) {
    for (int n = 0; n < 40; n += 3) {
        int v[40], how = -1, key = 50;
        unsigned seed = 12345u + (unsigned)n;
        for (int i = 0; i < n; i++)
            v[i] = (int)((seed = seed * 1103515245u + 12345u) >> 16) % 100;
        arg_int(n); VOID(qsort, (v, (size_t)n, sizeof *v, by_value)); bytes(v, sizeof *v * (size_t)n);
        if (n) key = v[n / 2];
        int *at = bsearch(&key, v, (size_t)n, sizeof *v, by_value);
        arg_int(n); line_open("bsearch", ""); put_signed(at ? *at : -1);
        key = 101;
        arg_int(n); PTR(bsearch, (&key, v, (size_t)n, sizeof *v, by_value), v);
        arg_int(n); VOID(qsort_r, (v, (size_t)n, sizeof *v, reversed, &how)); bytes(v, sizeof *v * (size_t)n);
    }
    const char *words[] = {"pear", "fig", "apple", "", "banana", "fig2"};
    VOID(qsort, (words, 6, sizeof *words, by_text));
    for (int i = 0; i < 6; i++)
        also_str("word", words[i]);
    struct { char c[3]; } odd[] = {{"zb"}, {"aa"}, {"mm"}, {"ab"}};
    VOID(qsort, (odd, 4, sizeof *odd, (int (*)(const void *, const void *))strcmp)); bytes(odd, sizeof odd);
}

static void suboptions(void) {
    char text[] = "ro,size=12,name=,bogus=7,,rw";
    static char ro[] = "ro", rw[] = "rw", size[] = "size", name[] = "name";
    char *const tokens[] = {ro, rw, size, name, NULL};
    char *next = text, *value = NULL;
    while (*next) {
        arg_str(next); INT(getsubopt, (&next, tokens, &value)); also_str("value", value);
    }
}

static void temporaries(void) {
    char name[] = "tmpXXXXXX", suffixed[] = "tmpXXXXXX.txt", bad[] = "tmpXXXXX", dir[] = "dirXXXXXX", missing[] = "nodir/tXXXXXX";
    int fd = mkstemp(name);
    struct stat st;
    line_open("mkstemp", "(\"tmpXXXXXX\")"); put_signed(fd >= 0); also("changed", strcmp(name, "tmpXXXXXX") != 0); also("length", strlen(name));
    fstat(fd, &st);
    also("mode", st.st_mode & 07777);
    fd = mkstemps(suffixed, 4);
    line_open("mkstemps", "(\"tmpXXXXXX.txt\", 4)"); put_signed(fd >= 0); also_str("suffix", suffixed + 9);
    SYS(mkstemp, (bad));
    SYS(mkstemp, (missing));
    SYS(mkstemps, (suffixed, 99));
    char again[] = "tmpXXXXXX";
    fd = mkostemp(again, O_APPEND);
    line_open("mkostemp", "(\"tmpXXXXXX\", O_APPEND)"); put_signed(fd >= 0); also("append", (fcntl(fd, F_GETFL) & O_APPEND) != 0);
    char again2[] = "tmpXXXXXXzz";
    line_open("mkostemps", "(\"tmpXXXXXXzz\", 2, 0)"); put_signed(mkostemps(again2, 2, 0) >= 0);
    line_open("mkdtemp", "(\"dirXXXXXX\")"); put_signed(mkdtemp(dir) == dir); also("isdir", stat(dir, &st) == 0 && S_ISDIR(st.st_mode)); also("mode", st.st_mode & 0777);
    STR(mkdtemp, (bad));
    char temp[] = "mktXXXXXX";
    line_open("mktemp", "(\"mktXXXXXX\")"); put_signed(mktemp(temp) == temp); also("exists", access(temp, F_OK) == 0);
}

static void last_handler(void) { line_open("atexit", "(last_handler)"); put_text("ran"); line_close(); }
static void first_handler(void) { line_open("atexit", "(first_handler)"); put_text("ran"); line_close(); }
static void status_handler(int status, void *arg) { line_open("on_exit", "(status_handler)"); put_signed(status); also_str("arg", arg); line_close(); }

int main(void) {
    allocation();
    sorting();
    suboptions();
    temporaries();
    INT(atexit, (last_handler));
    INT(on_exit, (status_handler, "argument"));
    INT(atexit, (first_handler));
    INT(rpmatch, ("yes")); INT(rpmatch, ("No")); INT(rpmatch, ("maybe")); INT(rpmatch, ("")); INT(rpmatch, ("y")); INT(rpmatch, ("Nope"));
    line_close();
    exit(0);
}
