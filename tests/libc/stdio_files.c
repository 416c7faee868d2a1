//@ cflags: -fno-builtin
/* FILE streams on files that the test makes in its working directory: modes, positions, buffers, failures. */
#include "check.h"
#include <fcntl.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static void content(const char *name) {
    char text[128];
    int fd = open(name, O_RDONLY);
    ssize_t n = read(fd, text, sizeof text);
    close(fd);
    if (n >= 0)
        bytes(text, (size_t)n);
    else
        also("unreadable", 1);
}

static void make(const char *name, const char *text) {
    int fd = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0644);
    if (write(fd, text, strlen(text)) < 0)
        _exit(98);
    close(fd);
}

static void modes(void) {
    static const char *const list[] = {"r", "w", "a", "r+", "w+", "a+", "rb", "wb+", "w+b", "rx", "wx", "wxe", "re", "x", "", "z", "rw", "r,ccs=UTF-8"};
    for (size_t i = 0; i < COUNT(list); i++) {
        make("m.txt", "12345");
        unlink("new.txt");
        arg_str(list[i]); PTR(fopen, ("m.txt", list[i]), NULL);
        FILE *f = fopen("m.txt", list[i]);
        if (f) {
            also("flags", fcntl(fileno(f), F_GETFL) & (O_ACCMODE | O_APPEND)); also("cloexec", fcntl(fileno(f), F_GETFD) & 1); also("at", ftell(f));
            arg_str(list[i]); OKAY(fputs, ("ab", f)); also("error", ferror(f) != 0);
            arg_str(list[i]); SYS(fflush, (f)); content("m.txt");
            rewind(f);
            char b[8] = "#######";
            arg_str(list[i]); UINT(fread, (b, 1, 3, f)); bytes(b, 4); also("error", ferror(f) != 0); also("eof", feof(f) != 0);
            arg_str(list[i]); SYS(fclose, (f)); content("m.txt");
        }
        arg_str(list[i]); PTR(fopen, ("new.txt", list[i]), NULL);
        arg_str(list[i]); PTR(fopen64, ("nodir/new.txt", list[i]), NULL);
    }
    PTR(fopen, (".", "w"), NULL);
    PTR(fopen, ("", "r"), NULL);
    PTR(fopen, ("m.txt/x", "r"), NULL);
    FILE *dir = fopen(".", "r");
    line_open("fopen", "(\".\", \"r\")"); put_signed(dir != NULL);
    INT(fgetc, (dir)); also("error", ferror(dir) != 0);
    fclose(dir);
    int fd = open("m.txt", O_RDONLY);
    PTR(fdopen, (fd, "w"), NULL);
    PTR(fdopen, (fd, "q"), NULL);
    PTR(fdopen, (999, "r"), NULL);
    FILE *f = fdopen(fd, "r");
    line_open("fdopen", "(fd, \"r\")"); put_signed(f != NULL); also("same", fileno(f) == fd); also("c", getc(f));
    fclose(f);
}

static void positions(void) {
    make("p.txt", "0123456789\nabcdef\n");
    FILE *f = fopen("p.txt", "r+");
    static const struct { long at; int whence; } seeks[] = {{0, SEEK_SET}, {5, SEEK_SET}, {-1, SEEK_SET}, {2, SEEK_CUR}, {-100, SEEK_CUR}, {0, SEEK_END}, {-3, SEEK_END}, {10, SEEK_END}, {0, 9}, {3, SEEK_SET}};
    for (size_t i = 0; i < COUNT(seeks); i++) {
        arg_int(seeks[i].at); arg_int(seeks[i].whence); SYS(fseek, (f, seeks[i].at, seeks[i].whence));
        SYS(ftell, (f));
        INT(getc, (f)); also("eof", feof(f) != 0);
        arg_int(seeks[i].at); arg_int(seeks[i].whence); SYS(fseeko, (f, seeks[i].at, seeks[i].whence));
        SYS(ftello, (f));
        arg_int(seeks[i].at); arg_int(seeks[i].whence); SYS(fseeko64, (f, seeks[i].at, seeks[i].whence));
        SYS(ftello64, (f));
    }
    fpos_t pos;
    rewind(f);
    getc(f); getc(f);
    SYS(fgetpos, (f, &pos));
    getc(f); getc(f);
    SYS(fsetpos, (f, &pos)); also("at", ftell(f));
    fpos64_t pos64;
    SYS(fgetpos64, (f, &pos64));
    SYS(fsetpos64, (f, &pos64)); also("at", ftell(f));
    VOID(rewind, (f)); also("at", ftell(f));
    INT(getc, (f));
    INT(ungetc, ('X', f)); also("at", ftell(f));
    INT(getc, (f));
    INT(ungetc, (EOF, f));
    INT(ungetc, (0x1ff, f));
    INT(fgetc, (f));
    fseek(f, 0, SEEK_END);
    INT(getc, (f)); also("eof", feof(f) != 0);
    INT(ungetc, ('Y', f)); also("eof", feof(f) != 0);
    INT(getc, (f));
    VOID(clearerr, (f)); also("eof", feof(f) != 0);
    fseek(f, 3, SEEK_SET);
    INT(fputc, ('#', f)); also("at", ftell(f));
    INT(putc, (0x141, f));
    fflush(f);
    INT(getc, (f));
    fseek(f, 20, SEEK_SET);
    OKAY(fputs, ("past", f));
    SYS(fclose, (f)); content("p.txt");
}

static void lines(void) {
    make("l.txt", "one\n\ntwo words\nlong long line without end");
    FILE *f = fopen("l.txt", "r");
    char b[16];
    for (int i = 0; i < 8; i++) {
        memset(b, '#', sizeof b);
        STR(fgets, (b, 8, f)); bytes(b, 10); also("eof", feof(f) != 0);
    }
    rewind(f);
    STR(fgets, (b, 1, f)); also("at", ftell(f));
    STR(fgets, (b, 2, f)); also("at", ftell(f));
    rewind(f);
    char *line = NULL;
    size_t room = 0;
    for (int i = 0; i < 5; i++) {
        SYS(getline, (&line, &room, f)); also_str("line", line); also("room", room > strlen(line));
    }
    rewind(f);
    for (int i = 0; i < 4; i++) {
        SYS(getdelim, (&line, &room, 'o', f)); also_str("line", line);
    }
    rewind(f);
    SYS(__getdelim, (&line, &room, ' ', f)); also_str("line", line);
    SYS(getline, (NULL, &room, f));
    rewind(f);
    char items[64] = {0};
    UINT(fread, (items, 5, 3, f)); bytes(items, 16); also("at", ftell(f));
    UINT(fread, (items, 7, 9, f)); bytes(items, 40); also("eof", feof(f) != 0);
    UINT(fread, (items, 0, 3, f));
    UINT(fread, (items, 3, 0, f));
    rewind(f);
    INT(getw, (f));
    fclose(f);
    f = fopen("w.bin", "w");
    INT(putw, (0x64636261, f));
    UINT(fwrite, ("abcdefgh", 3, 2, f));
    UINT(fwrite, ("abcdefgh", 0, 2, f));
    UINT(fwrite, ("abcdefgh", 2, 0, f));
    fclose(f);
    line_open("fwrite", "(file)"); put_signed(0); content("w.bin");
    f = fopen("w.bin", "r");
    UINT(fwrite, ("x", 1, 1, f)); also("error", ferror(f) != 0);
    fclose(f);
    f = fopen("w.bin", "w");
    INT(fgetc, (f)); also("error", ferror(f) != 0);
    char one[4];
    STR(fgets, (one, 4, f));
    close(fileno(f));
    INT(fputc, ('x', f));
    SYS(fflush, (f)); also("error", ferror(f) != 0);
    SYS(fclose, (f));
}

static void buffers(void) {
    static char space[BUFSIZ];
    FILE *f = fopen("b.txt", "w");
    INT(setvbuf, (f, space, _IOFBF, sizeof space));
    fputs("hello\n", f);
    line_open("setvbuf", "(full)"); put_signed(__fpending(f)); content("b.txt");
    VOID(setlinebuf, (f)); BOOL(__flbf, (f));
    fclose(f);
    f = fopen("b.txt", "w");
    INT(setvbuf, (f, NULL, _IOLBF, 64));
    fputs("ab", f); line_open("setvbuf", "(line, half)"); put_signed(__fpending(f)); content("b.txt");
    fputs("c\nd", f); line_open("setvbuf", "(line)"); content("b.txt");
    fclose(f);
    f = fopen("b.txt", "w");
    INT(setvbuf, (f, NULL, _IONBF, 0));
    fputs("xyz", f); line_open("setvbuf", "(none)"); content("b.txt");
    fclose(f);
    f = fopen("b.txt", "w");
    BOOL(setvbuf, (f, NULL, 9, 0));
    VOID(setbuf, (f, NULL));
    fputs("q", f); line_open("setbuf", "(none)"); put_signed(0); content("b.txt");
    fclose(f);
    f = fopen("b.txt", "w");
    VOID(setbuffer, (f, space, 32));
    fputs("r", f);
    SYS(fclose, (f)); content("b.txt");
    f = fopen("b.txt", "r+");
    BOOL(__freadable, (f)); BOOL(__fwritable, (f)); 
    getc(f); BOOL(__freading, (f)); BOOL(__fwriting, (f));
    fseek(f, 0, SEEK_SET); putc('z', f); BOOL(__fwriting, (f)); UINT(__fpending, (f));
    VOID(__fpurge, (f)); UINT(__fpending, (f));
    INT(__fsetlocking, (f, FSETLOCKING_QUERY));
    fclose(f);
    f = fopen("b.txt", "w");
    BOOL(__freadable, (f)); BOOL(__fwritable, (f));
    fputs("pending", f);
    VOID(_flushlbf, ()); UINT(__fpending, (f));
    SYS(fflush, (NULL)); content("b.txt");
    UINT(__fpending, (f));
    fclose(f);
}

static void whole_files(void) {
    make("x.txt", "x");
    SYS(rename, ("x.txt", "y.txt"));
    SYS(rename, ("x.txt", "z.txt"));
    SYS(remove, ("y.txt"));
    SYS(remove, ("y.txt"));
    mkdir("d", 0755);
    SYS(remove, ("d"));
    FILE *f = tmpfile();
    line_open("tmpfile", "()"); put_signed(f != NULL); also("wrote", fputs("temp", f) >= 0); rewind(f); also("c", getc(f));
    fclose(f);
    f = tmpfile64();
    line_open("tmpfile64", "()"); put_signed(f != NULL);
    make("r1.txt", "first"); make("r2.txt", "second");
    f = fopen("r1.txt", "r");
    getc(f);
    FILE *g = freopen("r2.txt", "r", f);
    line_open("freopen", "(\"r2.txt\", \"r\", f)"); put_signed(g == f); also("c", getc(g));
    g = freopen64("r1.txt", "a", g);
    line_open("freopen64", "(\"r1.txt\", \"a\", f)"); put_signed(g == f); fputs("+", g); fflush(g); content("r1.txt");
    PTR(freopen, ("missing.txt", "r", g), NULL);
    f = fopen("r1.txt", "r"); g = fopen("r2.txt", "r");
    INT(fcloseall, ());
}

int main(void) {
    umask(022);
    modes();
    positions();
    lines();
    buffers();
    whole_files();
    return done();
}
