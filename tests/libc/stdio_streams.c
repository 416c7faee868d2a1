//@ cflags: -fno-builtin
/* Streams that are not plain files: memory, cookies, wide orientation, standard descriptors, perror. */
#include "check.h"
#include <fcntl.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static void memory(void) {
    char b[12];
    static const char *const modes[] = {"r", "r+", "w", "w+", "a", "a+"};
    for (size_t i = 0; i < COUNT(modes); i++) {
        memcpy(b, "abcdef\0ghij", 12);
        FILE *f = fmemopen(b, sizeof b, modes[i]);
        char got[16] = {0};
        arg_str(modes[i]); line_open("fmemopen", ""); put_signed(f != NULL); also("at", ftell(f));
        arg_str(modes[i]); UINT(fread, (got, 1, 4, f)); bytes(got, 4); 
        clearerr(f);
        fseek(f, 0, SEEK_CUR);
        arg_str(modes[i]); OKAY(fputs, ("XY", f));
        arg_str(modes[i]); SYS(fflush, (f)); bytes(b, 12);
        arg_str(modes[i]); SYS(fseek, (f, 0, SEEK_END)); also("at", ftell(f));
        arg_str(modes[i]); SYS(fclose, (f)); bytes(b, 12);
    }
    PTR(fmemopen, (b, 4, "z"), NULL);
    FILE *f = fmemopen(NULL, 8, "w+");
    line_open("fmemopen", "(NULL, 8, \"w+\")"); put_signed(f != NULL);
    OKAY(fputs, ("123456789", f)); SYS(fflush, (f));
    fclose(f);
    char *text = NULL;
    size_t size = 99;
    f = open_memstream(&text, &size);
    line_open("open_memstream", "()"); put_signed(f != NULL);
    fprintf(f, "%s-%d", "text", 42); fflush(f);
    line_open("open_memstream", "(flushed)"); put_quoted(text); also("size", size);
    SYS(fseek, (f, 2, SEEK_SET)); fputs("ZZ", f); fflush(f);
    line_open("open_memstream", "(seek)"); put_quoted(text); also("size", size); also("at", ftell(f));
    SYS(fseek, (f, -5, SEEK_SET));
    fseek(f, 10, SEEK_SET); fputc('!', f); SYS(fclose, (f)); also("size", size); bytes(text, 12);
    wchar_t *wide = NULL;
    f = open_wmemstream(&wide, &size);
    line_open("open_wmemstream", "()"); put_signed(f != NULL);
    fwprintf(f, L"%ls=%d", L"wide", 7); SYS(fclose, (f)); also_wide("wide", wide); also("size", size);
}

static char log_text[256];
static size_t log_used;
static ssize_t on_read(void *c, char *b, size_t n) { int *left = c; size_t k = 0; while (k < n && k < 3 && *left > 0) { b[k++] = (char)('a' + --*left); } return (ssize_t)k; }
static ssize_t on_write(void *c, const char *b, size_t n) { (void)c; memcpy(log_text + log_used, b, n); log_used += n; return (ssize_t)n; }
static int on_seek(void *c, off64_t *at, int whence) { (void)c; (void)whence; *at = 5; return 0; }
static int on_close(void *c) { (void)c; return 0; }

static void cookies(void) {
    int left = 7;
    cookie_io_functions_t io = {on_read, on_write, on_seek, on_close};
    FILE *f = fopencookie(&left, "r", io);
    char b[16] = {0};
    line_open("fopencookie", "(r)"); put_signed(f != NULL);
    STR(fgets, (b, 16, f)); SYS(fclose, (f));
    f = fopencookie(NULL, "w", io);
    fputs("logged ", f); fprintf(f, "%d", 5); SYS(fflush, (f)); also_str("log", log_text);
    SYS(fseek, (f, 5, SEEK_SET)); also("at", ftell(f));
    SYS(fclose, (f));
    cookie_io_functions_t none = {0};
    f = fopencookie(NULL, "w", none);
    line_open("fopencookie", "(w, no functions)"); put_signed(f != NULL); also("put", fputs("lost", f) >= 0); also("flush", fflush(f));
}

static void wide(void) {
    setlocale(LC_ALL, "C.UTF-8");
    FILE *f = fopen("w.txt", "w+");
    INT(fwide, (f, 0));
    SIGN(fwide, (f, 1));
    SIGN(fwide, (f, -1));
    INT(fputwc, (0x20ac, f)); INT(putwc, (L'a', f)); OKAY(fputws, (L"\x3b1\x3b2\nzwei\n", f));
    INT(fputwc, (0x110000, f)); also("error", ferror(f) != 0); clearerr(f);
    rewind(f);
    INT(fgetwc, (f)); also("at", ftell(f)); INT(getwc, (f)); INT(ungetwc, (0x1f600, f)); INT(getwc, (f));
    INT(ungetwc, (WEOF, f));
    wchar_t w[16];
    WSTR(fgetws, (w, 16, f)); WSTR(fgetws, (w, 3, f)); WSTR(fgetws, (w, 16, f)); WSTR(fgetws, (w, 16, f)); also("eof", feof(f) != 0);
    fclose(f);
    f = fopen("w.txt", "w"); fputs("a\xff" "b", f); fclose(f);
    f = fopen("w.txt", "r");
    INT(fgetwc, (f)); INT(fgetwc, (f)); also("error", ferror(f) != 0);
    fclose(f);
    f = fopen("n.txt", "w");
    fputs("narrow", f); SIGN(fwide, (f, 1));
    fclose(f);
    f = freopen("w.txt", "w+", stdin);
    fputws(L"xyz\n", f); rewind(f);
    INT(getwchar, ());
    setlocale(LC_ALL, "C");
}

static void standard(void) {
    INT(fileno, (stdin)); INT(fileno, (stdout)); INT(fileno, (stderr));
    freopen("in.txt", "w+", stdin);
    fputs("line one\nline two\n", stdin); rewind(stdin);
    INT(getchar, ()); INT(ungetc, ('L', stdin)); INT(getchar, ());
    int saved = dup(2), fd = open("err.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    dup2(fd, 2);
    errno = ENOENT; perror("prefix");
    errno = 0; perror("");
    errno = EINVAL; perror(NULL);
    errno = 12345; perror("unknown");
    fputs("direct\n", stderr);
    dup2(saved, 2);
    char text[256] = {0};
    lseek(fd, 0, SEEK_SET); read(fd, text, sizeof text - 1);
    line_open("perror", "()"); put_quoted(text);
    char name[L_tmpnam + 32];
    line_open("ctermid", "(b)"); put_quoted(ctermid(name));
    line_open("tmpnam", "(b)"); put_signed(tmpnam(name) == name); also("inside", strncmp(name, "/tmp/", 5) == 0);
    PTR(popen, ("true", "bad"), NULL);
    VOID(flockfile, (stdin)); INT(ftrylockfile, (stdin)); VOID(funlockfile, (stdin)); VOID(funlockfile, (stdin));
}

int main(void) {
    memory();
    cookies();
    wide();
    standard();
    return done();
}
