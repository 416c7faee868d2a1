//@ cflags: -fno-builtin
/* The printf family: one large table of formats through snprintf, and every other entry point on a smaller one. */
#include "check.h"
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <locale.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static char b[1024];

#define P(...)                                                                                                         \
    do {                                                                                                               \
        memset(b, '#', sizeof b);                                                                                      \
        b[sizeof b - 1] = 0;                                                                                           \
        arg_raw(#__VA_ARGS__);                                                                                         \
        INT(snprintf, (b, 512, __VA_ARGS__));                                                                          \
        also_str("text", b);                                                                                           \
    } while (0)

static void integers(void) {
    static const char *const flags[] = {"", "-", "+", " ", "#", "0", "+-", "-0", "#0", " +", "+0"};
    static const char *const sizes[] = {"", "1", "8", "12.5", ".0", ".3", "8.0", ".20"};
    static const char letters[] = "diouxX";
    static const int values[] = {0, 1, -1, 42, INT_MAX, INT_MIN, 4095};
    for (size_t f = 0; f < COUNT(flags); f++)
        for (size_t s = 0; s < COUNT(sizes); s++)
            for (size_t l = 0; letters[l]; l++)
                for (size_t v = 0; v < COUNT(values); v++) {
                    char format[32] = "[%";
                    strcat(strcat(format, flags[f]), sizes[s]);
                    size_t n = strlen(format);
                    format[n] = letters[l];
                    strcpy(format + n + 1, "]");
                    arg_str(format); arg_int(values[v]); INT(snprintf, (b, sizeof b, format, values[v])); also_str("text", b);
                }
    P("%hhd %hhu %hd %hu", 300, 300, 70000, 70000);
    P("%ld %lu %lld %llu", LONG_MIN, ULONG_MAX, LLONG_MIN, ULLONG_MAX);
    P("%jd %ju %zd %zu %td", INTMAX_MIN, UINTMAX_MAX, (ssize_t)-1, SIZE_MAX, PTRDIFF_MIN);
    P("%lx %llX %jo %zx", ULONG_MAX, 0xabcdefULL, (uintmax_t)8, (size_t)255);
    P("%qd %Ld", -5LL, -6LL);
    P("%Zu", (size_t)7);
    P("%*d|%-*d|%*d", 5, 42, 5, 42, -5, 42);
    P("%.*d|%.*d|%*.*d", 3, 7, -1, 7, 6, 3, 7);
    P("%2$s-%1$s", "one", "two");
    P("%2$*1$d", 6, 42);
    P("%1$d %1$x %1$o", 255);
    P("%3$*1$.*2$f", 10, 2, 3.14159);
    P("%'d", 1234567);
    P("%I10d", 42);
    P("%%|%5%|%c|%5c|%-5c|%c", 'x', 'y', 'z', 0);
    int n1 = 0, n2 = 0; signed char n3 = 0; long n4 = 0;
    P("abc%ndef%n%hhn%ln", &n1, &n2, &n3, &n4); also("n1", n1); also("n2", n2); also("n3", n3); also("n4", n4);
    P("%p %p %20p|%-20p|", NULL, (void *)0x1234, (void *)0xdeadbeef, (void *)1);
    P("%+p|% p", (void *)16, (void *)17);
    P("%");
    P("abc%");
    P("%y", 5);
    P("%5y|%d", 6);
    P("%lz");
    P("%-+ #0", 1);
    P("");
    P("plain");
    P("%d%s", 2147483647, " max");
}

static void strings(void) {
    P("%s|%10s|%-10s|%.2s|%10.2s|%.0s|%.s", "abc", "abc", "abc", "abc", "abc", "abc", "abc");
    P("%s", (char *)NULL);
    P("%.3s|%.6s|%10s", (char *)NULL, (char *)NULL, (char *)NULL);
    P("%.*s|%.*s", 2, "hello", -1, "hello");
    P("%05s|%+s|%#s", "x", "y", "z");
    P("%.3s", (const char[]){'a', 'b', 'c'});
    P("%ls|%lc|%10ls|%.2ls", L"wide", (wint_t)L'w', L"wide", L"wide");
    P("%S|%C", L"wide", (wint_t)L'C');
    P("%ls", (wchar_t *)NULL);
    P("%ls", L"\x3b1");
    P("%lc", (wint_t)0x20ac);
    errno = 0; P("%m");
    errno = 0; P("%5m|%-12m|");
    setlocale(LC_ALL, "C.UTF-8");
    P("%ls|%lc|%.3ls|%.1ls|%6ls|", L"\x3b1\x3b2", (wint_t)0x20ac, L"\x3b1\x3b2", L"\x3b1", L"\x3b1");
    P("%ls", L"\x110000");
    P("%s|%.1s|%5s", "\xc3\xa4", "\xc3\xa4", "\xc3\xa4");
    P("%'d %'.2f", 1234567, 1234567.5);
    setlocale(LC_ALL, "C");
}

static void reals(void) {
    static const double values[] = {0.0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 9.995, 99.95, 999999.5, 1e5, 1e6, 123456789, 1e15, 1e16, 1e17, 1e-4, 1e-5, 1.0 / 3, 2e100, 1e-100, 5e-324, 2.2250738585072014e-308, 1.7976931348623157e308, INFINITY, -INFINITY, 1024, 0.0009999995};
    static const char *const formats[] = {"%f", "%F", "%e", "%E", "%g", "%G", "%a", "%A", "%.0f", "%.1f", "%.3f", "%.17g", "%.20e", "%.0e", "%#.0e", "%#.0f", "%#g", "%#.3g", "%.0g", "%.1g", "%10.2f", "%-12.4e|", "%+g", "% g", "%020.5f", "%-020g|", "%+08.1f", "%.0a", "%.1a", "%.5a", "%#a", "%20a", "%-20a|", "%020a", "%.40f", "%.60g", "%.15g", "%8g", "%'.2f"};
    for (size_t v = 0; v < COUNT(values); v++)
        for (size_t f = 0; f < COUNT(formats); f++) {
            arg_str(formats[f]); arg_dbl(values[v]); INT(snprintf, (b, sizeof b, formats[f], values[v])); also_str("text", b);
            char format[16];
            size_t n = 0;
            for (const char *s = formats[f]; *s; s++) {
                if (strchr("fFeEgGaA", *s))
                    format[n++] = 'L';
                format[n++] = *s;
            }
            format[n] = 0;
            arg_str(format); arg_dbl(values[v]); INT(snprintf, (b, sizeof b, format, (long double)values[v])); also_str("text", b);
        }
    P("%f %F %e %5g|%-6g|%06g", NAN, NAN, NAN, NAN, NAN, NAN);
    P("%f %a %+f", -NAN, -NAN, NAN);
    P("%Lf %Lg %La", (long double)NAN, (long double)NAN, (long double)NAN);
    P("%.30Lf %.30Lg %La", 0.1L, 0.1L, 0.1L);
    P("%Lg %Lg %La", 1.18973149535723176502e+4932L, 3.6451995318824746025e-4951L, 3.6451995318824746025e-4951L);
    P("%.3La %.0La %.10La", 3.14159265358979323846L, 3.14159265358979323846L, 3.14159265358979323846L);
    P("%lf %le %lg", 1.0, 2.0, 3.0);
    P("%.100f", 0.1);
    P("%.350f", 5e-324);
    P("%500.3f", 1.5);
}

static int via_vsnprintf(size_t n, const char *f, ...) { va_list ap; va_start(ap, f); int r = vsnprintf(b, n, f, ap); va_end(ap); return r; }
static int via_vsprintf(const char *f, ...) { va_list ap; va_start(ap, f); int r = vsprintf(b, f, ap); va_end(ap); return r; }
static int via_vasprintf(char **p, const char *f, ...) { va_list ap; va_start(ap, f); int r = vasprintf(p, f, ap); va_end(ap); return r; }
static int via_vfprintf(FILE *s, const char *f, ...) { va_list ap; va_start(ap, f); int r = vfprintf(s, f, ap); va_end(ap); return r; }
static int via_vdprintf(int fd, const char *f, ...) { va_list ap; va_start(ap, f); int r = vdprintf(fd, f, ap); va_end(ap); return r; }
static int via_vswprintf(wchar_t *w, size_t n, const wchar_t *f, ...) { va_list ap; va_start(ap, f); int r = vswprintf(w, n, f, ap); va_end(ap); return r; }
static int via_vfwprintf(FILE *s, const wchar_t *f, ...) { va_list ap; va_start(ap, f); int r = vfwprintf(s, f, ap); va_end(ap); return r; }
#define VIA(f, call) do { errno = 0; long long r_ = call; int e_ = errno; line_open(#f, "(" #call ")"); put_signed(r_); tail_errno(e_); } while (0)

static void read_back(const char *name) {
    char text[256] = "";
    int fd = open(name, O_RDONLY);
    ssize_t n = read(fd, text, sizeof text - 1);
    close(fd);
    if (n >= 0) text[n] = 0;
    also_str("file", text);
}

static void entry_points(void) {
    char *p = NULL;
    for (size_t n = 0; n < 9; n += 2) {
        memset(b, '#', sizeof b);
        arg_int(n); INT(snprintf, (b, n, "%s-%d", "abc", 42)); bytes(b, 10);
        memset(b, '#', sizeof b);
        VIA(vsnprintf, via_vsnprintf(n, "%s-%d", "abc", 42)); bytes(b, 10);
    }
    INT(snprintf, (NULL, 0, "%d", 12345));
    INT(sprintf, (b, "%s/%05.1f", "x", 2.25)); also_str("text", b);
    VIA(vsprintf, via_vsprintf("%c%c", 'a', 'b')); also_str("text", b);
    INT(asprintf, (&p, "%s:%d", "key", 7)); also_str("text", p);
    VIA(vasprintf, via_vasprintf(&p, "%*s", 30, "right")); also_str("text", p);
    FILE *f = fopen("out.txt", "w+");
    INT(fprintf, (f, "%d %s\n", 1, "line"));
    VIA(vfprintf, via_vfprintf(f, "%g", 0.5));
    fclose(f);
    read_back("out.txt");
    f = fopen("out.txt", "r");
    INT(fprintf, (f, "x"));
    fclose(f);
    int fd = open("out2.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    INT(dprintf, (fd, "%x", 255)); 
    VIA(vdprintf, via_vdprintf(fd, "-%o", 8)); read_back("out2.txt");
    close(fd);
    INT(dprintf, (fd, "x"));
    wchar_t w[32] = L"";
    INT(swprintf, (w, 32, L"%d %ls %s %5.2f", 5, L"wide", "narrow", 1.005)); also_wide("text", w);
    INT(swprintf, (w, 32, L"%10ls|%-6s|%c|%lc", L"w", "n", 'c', (wint_t)0x20ac)); also_wide("text", w);
    INT(swprintf, (w, 4, L"%d", 1234)); 
    INT(swprintf, (w, 5, L"%d", 1234)); also_wide("text", w);
    VIA(vswprintf, via_vswprintf(w, 32, L"%08.3e|%#x|%+d", 12345.678, 255, 3)); also_wide("text", w);
    f = fopen("out3.txt", "w");
    INT(fwprintf, (f, L"%ls=%d", L"a", 1));
    VIA(vfwprintf, via_vfwprintf(f, L";%s", "b"));
    fclose(f);
    read_back("out3.txt");
    fflush(stdout);
    int saved = dup(1);
    fd = open("out4.txt", O_RDWR | O_CREAT | O_TRUNC, 0600);
    line_close();
    dup2(fd, 1);
    int r1 = printf("%s %d\n", "to stdout", 9), r2 = puts("line"), r3 = putchar('c');
    fflush(stdout);
    dup2(saved, 1);
    line_open("printf", "(\"%s %d\\n\", \"to stdout\", 9)"); put_signed(r1); 
    line_open("puts", "(\"line\")"); put_signed(r2 >= 0);
    line_open("putchar", "('c')"); put_signed(r3); read_back("out4.txt");
}

int main(void) {
    integers();
    strings();
    reals();
    entry_points();
    return done();
}
