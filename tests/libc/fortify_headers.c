//@ cflags: -D_FORTIFY_SOURCE=2 -O2
/* A program as a distribution builds it: glibc's fortified inline functions in front of the library. */
#include "check.h"
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static volatile int zero;

int main(void) {
    char b[32] = "", c[32] = "";
    wchar_t w[16] = L"";
    int n = 3 + zero;
    line_open("memcpy", "(b, \"abcdef\", n)"); memcpy(b, "abcdef", (size_t)n); bytes(b, 8);
    line_open("memset", "(b, 'x', n + 2)"); memset(b, 'x', (size_t)n + 2); bytes(b, 8);
    line_open("memmove", "(b + 1, b, n)"); memmove(b + 1, b, (size_t)n); bytes(b, 8);
    line_open("strcpy", "(b, text)"); strcpy(b, zero ? "long" : "text"); put_quoted(b);
    line_open("strcat", "(b, text)"); strcat(b, zero ? "x" : "+more"); put_quoted(b);
    line_open("strncpy", "(c, b, n)"); strncpy(c, b, (size_t)n); put_quoted(c);
    line_open("strncat", "(c, b, n)"); strncat(c, b, (size_t)n); put_quoted(c);
    line_open("stpcpy", "(c, b)"); put_offset(stpcpy(c, b), c);
    int r = sprintf(b, "%d %s", n, "s"); line_open("sprintf", "(b)"); put_signed(r); also_str("text", b);
    r = snprintf(b, (size_t)n, "%s", "truncated"); line_open("snprintf", "(b, n)"); put_signed(r); also_str("text", b);
    r = swprintf(w, 16, L"%d", n); line_open("swprintf", "(w)"); put_signed(r); also_wide("text", w);
    wcscpy(w, L"wide"); line_open("wcscpy", "(w)"); put_wide(w);
    FILE *f = fopen("f", "w+");
    r = fprintf(f, "%s\n%d\n", "line", n); line_open("fprintf", "(f)"); put_signed(r);
    rewind(f); char *got = fgets(b, n + 5, f); line_open("fgets", "(b, n + 5, f)"); put_quoted(got);
    rewind(f); size_t k = fread(b, 1, (size_t)n, f); line_open("fread", "(b, 1, n, f)"); put_unsigned(k); bytes(b, k); fclose(f);
    int fd = open("f", O_RDONLY); ssize_t m = read(fd, b, (size_t)n); line_open("read", "(fd, b, n)"); put_signed(m); bytes(b, 3);
    m = pread(fd, b, (size_t)n, 1); line_open("pread", "(fd, b, n, 1)"); put_signed(m); bytes(b, 3);
    m = mbstowcs(w, "abc", (size_t)n); line_open("mbstowcs", "(w, \"abc\", n)"); put_signed(m);
    line_open("atoi", "(\"42\")"); put_signed(atoi(zero ? "1" : "42"));
    line_open("strtol", "(\"42\")"); put_signed(strtol(zero ? "1" : "-42", NULL, 10));
    return done();
}
