//@ cflags: -fno-builtin
/* The names without locking, and glibc's internal entry points that its headers and old objects use. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

extern int _IO_getc(FILE *);
extern int _IO_putc(int, FILE *);
extern int __overflow(FILE *, int);
extern int __uflow(FILE *);

int main(void) {
    FILE *f = fopen("u.txt", "w+");
    INT(putc_unlocked, ('a', f)); INT(fputc_unlocked, (0x162, f)); OKAY(fputs_unlocked, ("cdef\n", f)); UINT(fwrite_unlocked, ("12345", 2, 2, f));
    SYS(fflush_unlocked, (f)); BOOL(fileno_unlocked, (f));
    INT(_IO_putc, ('Z', f));
    rewind(f);
    INT(getc_unlocked, (f)); INT(fgetc_unlocked, (f)); INT(_IO_getc, (f));
    char b[16] = "";
    STR(fgets_unlocked, (b, 16, f)); UINT(fread_unlocked, (b, 1, 9, f)); bytes(b, 9);
    BOOL(feof_unlocked, (f)); BOOL(ferror_unlocked, (f)); VOID(clearerr_unlocked, (f)); BOOL(feof_unlocked, (f));
    rewind(f);
    INT(__uflow, (f)); INT(getc, (f));
    fclose(f);
    f = fopen("v.txt", "w");
    INT(__overflow, (f, 'q')); SYS(fclose, (f));
    f = fopen("v.txt", "r"); INT(getc, (f)); INT(getc, (f)); fclose(f);
    f = fopen("w.txt", "w+");
    INT(putwc_unlocked, (L'a', f)); INT(fputwc_unlocked, (L'b', f)); OKAY(fputws_unlocked, (L"cd\n", f));
    rewind(f);
    wchar_t w[8];
    INT(getwc_unlocked, (f)); INT(fgetwc_unlocked, (f)); WSTR(fgetws_unlocked, (w, 8, f)); INT(fgetwc_unlocked, (f));
    fclose(f);
    freopen("x.txt", "w+", stdin);
    fputs("xy", stdin); rewind(stdin);
    INT(getchar_unlocked, ()); INT(getchar_unlocked, ()); INT(getchar_unlocked, ());
    freopen("y.txt", "w+", stdin);
    fputws(L"x", stdin); rewind(stdin);
    INT(getwchar_unlocked, ()); INT(getwchar_unlocked, ());
    return done();
}
