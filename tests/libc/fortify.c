//@ cflags: -fno-builtin
/* The checked names that fortified headers call, with room enough: here they must do what the plain names do. */
#include "check.h"
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/select.h>
#include <wchar.h>

extern void *__memcpy_chk(void *, const void *, size_t, size_t), *__memmove_chk(void *, const void *, size_t, size_t), *__mempcpy_chk(void *, const void *, size_t, size_t), *__memset_chk(void *, int, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t), *__stpcpy_chk(char *, const char *, size_t), *__strcat_chk(char *, const char *, size_t), *__strncpy_chk(char *, const char *, size_t, size_t), *__stpncpy_chk(char *, const char *, size_t, size_t), *__strncat_chk(char *, const char *, size_t, size_t);
extern void __explicit_bzero_chk(void *, size_t, size_t);
extern int __sprintf_chk(char *, int, size_t, const char *, ...), __snprintf_chk(char *, size_t, int, size_t, const char *, ...), __fprintf_chk(FILE *, int, const char *, ...), __printf_chk(int, const char *, ...), __asprintf_chk(char **, int, const char *, ...), __dprintf_chk(int, int, const char *, ...);
extern int __vsprintf_chk(char *, int, size_t, const char *, va_list), __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list), __vfprintf_chk(FILE *, int, const char *, va_list), __vasprintf_chk(char **, int, const char *, va_list), __vdprintf_chk(int, int, const char *, va_list), __vprintf_chk(int, const char *, va_list);
extern char *__fgets_chk(char *, size_t, int, FILE *), *__fgets_unlocked_chk(char *, size_t, int, FILE *), *__getcwd_chk(char *, size_t, size_t), *__realpath_chk(const char *, char *, size_t);
extern size_t __fread_chk(void *, size_t, size_t, size_t, FILE *), __fread_unlocked_chk(void *, size_t, size_t, size_t, FILE *);
extern ssize_t __read_chk(int, void *, size_t, size_t), __pread_chk(int, void *, size_t, off_t, size_t), __pread64_chk(int, void *, size_t, off64_t, size_t), __readlink_chk(const char *, char *, size_t, size_t), __readlinkat_chk(int, const char *, char *, size_t, size_t);
extern wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t), *__wmemmove_chk(wchar_t *, const wchar_t *, size_t, size_t), *__wmempcpy_chk(wchar_t *, const wchar_t *, size_t, size_t), *__wmemset_chk(wchar_t *, wchar_t, size_t, size_t), *__wcscpy_chk(wchar_t *, const wchar_t *, size_t), *__wcpcpy_chk(wchar_t *, const wchar_t *, size_t), *__wcscat_chk(wchar_t *, const wchar_t *, size_t), *__wcsncpy_chk(wchar_t *, const wchar_t *, size_t, size_t), *__wcpncpy_chk(wchar_t *, const wchar_t *, size_t, size_t), *__wcsncat_chk(wchar_t *, const wchar_t *, size_t, size_t), *__fgetws_chk(wchar_t *, size_t, int, FILE *);
extern int __swprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, ...), __fwprintf_chk(FILE *, int, const wchar_t *, ...), __vswprintf_chk(wchar_t *, size_t, int, size_t, const wchar_t *, va_list), __vfwprintf_chk(FILE *, int, const wchar_t *, va_list);
extern size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t), __wcstombs_chk(char *, const wchar_t *, size_t, size_t), __wcrtomb_chk(char *, wchar_t, mbstate_t *, size_t), __mbsrtowcs_chk(wchar_t *, const char **, size_t, mbstate_t *, size_t), __wcsrtombs_chk(char *, const wchar_t **, size_t, mbstate_t *, size_t), __mbsnrtowcs_chk(wchar_t *, const char **, size_t, size_t, mbstate_t *, size_t), __wcsnrtombs_chk(char *, const wchar_t **, size_t, size_t, mbstate_t *, size_t), __confstr_chk(int, char *, size_t, size_t);
extern int __wctomb_chk(char *, wchar_t, size_t), __gethostname_chk(char *, size_t, size_t), __getgroups_chk(int, gid_t *, size_t), __ttyname_r_chk(int, char *, size_t, size_t), __poll_chk(struct pollfd *, nfds_t, int, size_t), __open_2(const char *, int), __open64_2(const char *, int), __openat_2(int, const char *, int);
extern long __fdelt_chk(long);

static char b[64];
static wchar_t w[64];
static void fill(void) { memset(b, '#', sizeof b); strcpy(b, "pre"); wmemset(w, L'#', 64); wcscpy(w, L"pre"); }

static int with_list(int which, FILE *f, char **p, int fd, const char *format, ...) {
    va_list ap;
    va_start(ap, format);
    int r = which == 0 ? __vsprintf_chk(b, 1, sizeof b, format, ap) : which == 1 ? __vsnprintf_chk(b, 4, 1, sizeof b, format, ap) : which == 2 ? __vfprintf_chk(f, 1, format, ap) : which == 3 ? __vasprintf_chk(p, 1, format, ap) : __vdprintf_chk(fd, 1, format, ap);
    va_end(ap);
    return r;
}
static int with_wide(FILE *f, const wchar_t *format, ...) { va_list ap; va_start(ap, format); int r = f ? __vfwprintf_chk(f, 1, format, ap) : __vswprintf_chk(w, 64, 1, 64, format, ap); va_end(ap); return r; }
#define LISTED(name, call) do { long r_ = call; line_open(name, "(...)"); put_signed(r_); } while (0)

int main(void) {
    fill(); PTR(__memcpy_chk, (b, "abc", 3, 64), b); bytes(b, 8); fill(); PTR(__memmove_chk, (b + 1, b, 3, 63), b); bytes(b, 8); fill(); PTR(__mempcpy_chk, (b, "abc", 3, 64), b); bytes(b, 8); fill(); PTR(__memset_chk, (b, 'x', 5, 64), b); bytes(b, 8); fill(); VOID(__explicit_bzero_chk, (b, 4, 64)); bytes(b, 8);
    fill(); PTR(__strcpy_chk, (b, "abc", 64), b); bytes(b, 8); fill(); PTR(__stpcpy_chk, (b, "abc", 64), b); bytes(b, 8); fill(); PTR(__strcat_chk, (b, "abc", 64), b); bytes(b, 8); fill(); PTR(__strncpy_chk, (b, "abc", 5, 64), b); bytes(b, 8); fill(); PTR(__stpncpy_chk, (b, "abc", 5, 64), b); bytes(b, 8); fill(); PTR(__strncat_chk, (b, "abc", 2, 64), b); bytes(b, 8);
    fill(); INT(__sprintf_chk, (b, 1, 64, "%d-%s", 5, "x")); bytes(b, 8); fill(); INT(__snprintf_chk, (b, 4, 1, 64, "%d", 123456)); bytes(b, 8); char *p = NULL; INT(__asprintf_chk, (&p, 1, "%x", 255)); also_str("text", p);
    FILE *f = fopen("f", "w+"); INT(__fprintf_chk, (f, 1, "%s %d\n", "line", 1)); LISTED("__vfprintf_chk", with_list(2, f, NULL, 0, "%c\n", 'q')); fflush(f); INT(__dprintf_chk, (fileno(f), 1, "%u", 9u)); LISTED("__vdprintf_chk", with_list(4, NULL, NULL, fileno(f), "%o", 8));
    LISTED("__vsprintf_chk", with_list(0, NULL, NULL, 0, "%i", -1)); also_str("text", b); LISTED("__vsnprintf_chk", with_list(1, NULL, NULL, 0, "%i", -12345)); also_str("text", b); LISTED("__vasprintf_chk", with_list(3, NULL, &p, 0, "%s!", "v")); also_str("text", p);
    rewind(f); fill(); STR(__fgets_chk, (b, 64, 64, f)); STR(__fgets_unlocked_chk, (b, 64, 2, f)); UINT(__fread_chk, (b, 64, 1, 2, f)); bytes(b, 2); rewind(f); UINT(__fread_unlocked_chk, (b, 64, 2, 2, f)); bytes(b, 4); fclose(f);
    int fd = open("f", O_RDONLY); SYS(__read_chk, (fd, b, 3, 64)); bytes(b, 3); SYS(__pread_chk, (fd, b, 3, 1, 64)); bytes(b, 3); SYS(__pread64_chk, (fd, b, 3, 2, 64)); bytes(b, 3); SYS(__read_chk, (999, b, 3, 64));
    symlink("f", "l"); SYS(__readlink_chk, ("l", b, 64, 64)); bytes(b, 1); SYS(__readlinkat_chk, (AT_FDCWD, "l", b, 64, 64)); SYS(__readlink_chk, ("f", b, 64, 64)); static char big[8192]; line_open("__getcwd_chk", "(big)"); put_signed(__getcwd_chk(big, sizeof big, sizeof big) == big); line_open("__realpath_chk", "(\".\", big)"); put_signed(__realpath_chk(".", big, sizeof big) == big); STR(__realpath_chk, ("none", big, sizeof big));
    line_open("__open_2", "(\"f\", O_RDONLY)"); put_signed(__open_2("f", O_RDONLY) > 0); SYS(__open_2, ("none", O_RDONLY)); SYS(__open64_2, ("none", O_RDONLY)); SYS(__openat_2, (AT_FDCWD, "none", O_RDONLY));
    fill(); PTR(__wmemcpy_chk, (w, L"abc", 3, 64), w); bytes(w, 20); fill(); PTR(__wmemmove_chk, (w + 1, w, 3, 63), w); bytes(w, 20); fill(); PTR(__wmempcpy_chk, (w, L"abc", 3, 64), w); fill(); PTR(__wmemset_chk, (w, L'x', 2, 64), w); bytes(w, 16); fill(); PTR(__wcscpy_chk, (w, L"ab", 64), w); bytes(w, 16); fill(); PTR(__wcpcpy_chk, (w, L"ab", 64), w); fill(); PTR(__wcscat_chk, (w, L"ab", 64), w); bytes(w, 28); fill(); PTR(__wcsncpy_chk, (w, L"ab", 3, 64), w); fill(); PTR(__wcpncpy_chk, (w, L"ab", 3, 64), w); fill(); PTR(__wcsncat_chk, (w, L"ab", 1, 64), w); bytes(w, 24);
    INT(__swprintf_chk, (w, 64, 1, 64, L"%d:%ls", 3, L"w")); also_wide("text", w); LISTED("__vswprintf_chk", with_wide(NULL, L"%x", 171)); also_wide("text", w); f = fopen("g", "w+"); INT(__fwprintf_chk, (f, 1, L"%ls\n", L"wide")); LISTED("__vfwprintf_chk", with_wide(f, L"%d\n", 4)); rewind(f); WSTR(__fgetws_chk, (w, 64, 64, f)); fclose(f);
    mbstate_t st = {0}; const char *s = "abc"; const wchar_t *ws = L"abc"; INT(__mbstowcs_chk, (w, "abc", 64, 64)); INT(__wcstombs_chk, (b, L"abc", 64, 64)); also_str("text", b); INT(__wctomb_chk, (b, L'x', 64)); INT(__wcrtomb_chk, (b, L'x', &st, 64)); INT(__mbsrtowcs_chk, (w, &s, 64, &st, 64)); INT(__wcsrtombs_chk, (b, &ws, 64, &st, 64)); s = "abc"; ws = L"abc"; INT(__mbsnrtowcs_chk, (w, &s, 2, 64, &st, 64)); also_ptr("s", s, NULL); INT(__wcsnrtombs_chk, (b, &ws, 2, 64, &st, 64));
    UINT(__confstr_chk, (0, b, 64, 64)); also_str("text", b); SYS(__gethostname_chk, (big, 300, 300)); SYS(__getgroups_chk, (-1, NULL, 0)); CODE(__ttyname_r_chk, (fd, b, 64, 64)); struct pollfd q = {-1, 0, 0}; SYS(__poll_chk, (&q, 1, 0, sizeof q)); INT(__fdelt_chk, (0)); INT(__fdelt_chk, (1023));
    return done();
}
