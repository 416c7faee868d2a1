//@ cflags: -fno-builtin
/* The scanf family. */
#include "check.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

static int iv, jv, kv;
static unsigned uv;
static long lv;
static char s1[64], s2[64];
static double dv;
static float fv;
static long double ldv;

static void reset(void) {
    iv = jv = kv = -77; uv = 77; lv = -77; dv = -1; fv = -1; ldv = -1;
    memset(s1, '#', sizeof s1); memset(s2, '#', sizeof s2); s1[63] = s2[63] = 0;
}

#define S(...) do { reset(); arg_raw(#__VA_ARGS__); INT(sscanf, (__VA_ARGS__)); also("i", iv); also("j", jv); also("k", kv); } while (0)
#define ST(...) do { reset(); arg_raw(#__VA_ARGS__); INT(sscanf, (__VA_ARGS__)); bytes(s1, 12); bytes(s2, 12); } while (0)
#define SD(...) do { reset(); arg_raw(#__VA_ARGS__); INT(sscanf, (__VA_ARGS__)); also_dbl("d", dv); also_flt("f", fv); put_char(' '); put_ldbl(ldv); } while (0)

static void integers(void) {
    S("12 34 56", "%d %d %d", &iv, &jv, &kv);
    S("  12,34", "%d,%d", &iv, &jv);
    S("12x34", "%d,%d", &iv, &jv);
    S("", "%d", &iv);
    S("   ", "%d", &iv);
    S("abc", "%d", &iv);
    S("-", "%d", &iv);
    S("+5 -6 0", "%d%d%d", &iv, &jv, &kv);
    S("0x1f 077 10", "%i %i %i", &iv, &jv, &kv);
    S("0x", "%i%n", &iv, &jv);
    S("0x", "%x%n", (unsigned *)&iv, &jv);
    S("ff 0xFF -1", "%x %X %x", (unsigned *)&iv, (unsigned *)&jv, (unsigned *)&kv);
    S("777 8", "%o %o", (unsigned *)&iv, (unsigned *)&jv);
    S("12345", "%2d%2d%2d", &iv, &jv, &kv);
    S("12345", "%3d%n", &iv, &jv);
    S("1 2 3", "%*d %d%n", &iv, &jv);
    S("5%6", "%d%%%d", &iv, &jv);
    S("5  %6", "%d%%%d", &iv, &jv);
    S("2 1", "%2$d %1$d", &iv, &jv);
    S("99999999999999999999", "%ld", &lv); also("l", lv);
    S("-99999999999999999999", "%ld", &lv); also("l", lv);
    S("4294967297", "%ld", &lv); also("l", lv);
    short h = -1; signed char hh = -1; long long ll = -1; intmax_t im = -1; size_t z = 1; ptrdiff_t t = -1; unsigned long ul = 1;
    S("300 70000 5 6 7 8 -1", "%hhd %hd %lld %jd %zu %td %lu", &hh, &h, &ll, &im, &z, &t, &ul);
    also("hh", hh); also("h", h); also("ll", ll); also("im", im); also("z", z); also("t", t); also_hex("ul", ul);
    void *p = &p;
    S("0x1234", "%p", &p); also_hex("p", (uintptr_t)p);
    S("(nil)", "%p", &p); also_hex("p", (uintptr_t)p);
    S("a1", "a%d", &iv);
    S("b1", "a%d", &iv);
    S(" a1", "a%d", &iv);
    S("x", "%n", &iv);
    S("1:2", "%d :%d", &iv, &jv);
    S("1 :2", "%d:%d", &iv, &jv);
    S("12", "%d%d", &iv, &jv);
}

static void strings(void) {
    ST("hello world", "%s%s", s1, s2);
    ST("hello world", "%3s%s", s1, s2);
    ST("hello", "%c%c", s1, s2);
    ST("hello", "%3c%2c", s1, s2);
    ST("he", "%3c", s1);
    ST(" x", "%c%s", s1, s2);
    ST(" x", " %c", s1);
    ST("abc123", "%[a-z]%s", s1, s2);
    ST("abc123", "%[^0-9]%[0-9]", s1, s2);
    ST("]x", "%[]]%s", s1, s2);
    ST("ab]c", "%[^]]%s", s1, s2);
    ST("a-b", "%[a-]%s", s1, s2);
    ST("123", "%[a-z]", s1);
    ST("abcdef", "%2[a-z]%3[a-z]", s1, s2);
    ST("key=value", "%[^=]=%s", s1, s2);
    ST("", "%s", s1);
    ST("", "%c", s1);
    ST("a", "%*s%s", s1);
    ST("x y", "%s%*[ ]%s", s1, s2);
    char *m1 = NULL, *m2 = NULL;
    S("alloc this", "%ms %m[a-z]", &m1, &m2); also_str("m1", m1); also_str("m2", m2);
    S("abc", "%2mc", &m1); bytes(m1, 2);
    wchar_t w[16] = L"";
    S("wide x", "%ls", w); also_wide("w", w);
    S("wide x", "%l[a-z]", w); also_wide("w", w);
    S("wide x", "%S", w); also_wide("w", w);
}

static void reals(void) {
    SD("1.5 2.5 3.5", "%lf %f %Lf", &dv, &fv, &ldv);
    SD("1e5", "%lf", &dv);
    SD("1e", "%lf", &dv);
    SD("1e+", "%lf", &dv);
    SD(".5", "%lg", &dv);
    SD(".", "%lg", &dv);
    SD("-.e5", "%lg", &dv);
    SD("0x1.8p1 9", "%la %f", &dv, &fv);
    SD("inf nan", "%lf %f", &dv, &fv);
    SD("infinity", "%lf", &dv);
    SD("infx", "%lf", &dv);
    SD("1e999", "%lf", &dv);
    SD("1e-999", "%lf", &dv);
    SD("123456", "%3lf%f", &dv, &fv);
    SD("3.14159265358979323846264338327950288", "%Lf", &ldv);
    SD("1.2.3", "%lf%f", &dv, &fv);
    SD("0.1 0.1 0.1", "%lf %f %Lf", &dv, &fv, &ldv);
}

static int via_vsscanf(const char *s, const char *f, ...) { va_list ap; va_start(ap, f); int r = vsscanf(s, f, ap); va_end(ap); return r; }
static int via_vfscanf(FILE *s, const char *f, ...) { va_list ap; va_start(ap, f); int r = vfscanf(s, f, ap); va_end(ap); return r; }
static int via_vscanf(const char *f, ...) { va_list ap; va_start(ap, f); int r = vscanf(f, ap); va_end(ap); return r; }
static int via_vswscanf(const wchar_t *s, const wchar_t *f, ...) { va_list ap; va_start(ap, f); int r = vswscanf(s, f, ap); va_end(ap); return r; }
static int via_vfwscanf(FILE *s, const wchar_t *f, ...) { va_list ap; va_start(ap, f); int r = vfwscanf(s, f, ap); va_end(ap); return r; }
#define VIA(f, call) do { reset(); errno = 0; long long r_ = call; int e_ = errno; line_open(#f, "(" #call ")"); put_signed(r_); tail_errno(e_); also("i", iv); also("j", jv); also_str("s", s1); } while (0)

int main(void) {
    integers();
    strings();
    reals();
    VIA(vsscanf, via_vsscanf("7 eight", "%d %s", &iv, s1));
    FILE *f = fopen("in.txt", "w+");
    fputs("1 2\nword 3.5\n\n  17\nend", f);
    rewind(f);
    reset(); INT(fscanf, (f, "%d%d", &iv, &jv)); also("i", iv); also("j", jv); also("at", ftell(f));
    VIA(vfscanf, via_vfscanf(f, "%s", s1)); also("at", ftell(f));
    reset(); INT(fscanf, (f, "%lf", &dv)); also_dbl("d", dv); also("at", ftell(f));
    reset(); INT(fscanf, (f, "x%d", &iv)); also("at", ftell(f)); also("next", getc(f));
    reset(); INT(fscanf, (f, "%d", &iv)); also("i", iv); also("at", ftell(f));
    reset(); INT(fscanf, (f, "%d", &iv)); also("at", ftell(f)); 
    reset(); INT(fscanf, (f, "%s", s1)); bytes(s1, 5); also("eof", feof(f) != 0);
    reset(); INT(fscanf, (f, "%s", s1)); also("eof", feof(f) != 0);
    fclose(f);
    f = freopen("in.txt", "r", stdin);
    reset(); INT(scanf, ("%d", &iv)); also("i", iv);
    VIA(vscanf, via_vscanf("%d %4s", &iv, s1));
    wchar_t w[16] = L"";
    reset(); INT(swscanf, (L"12 wide 3.5", L"%d %ls %lf", &iv, w, &dv)); also("i", iv); also_wide("w", w); also_dbl("d", dv);
    reset(); INT(swscanf, (L"abc", L"%d", &iv));
    reset(); INT(swscanf, (L"", L"%d", &iv));
    reset(); INT(swscanf, (L"abc9", L"%l[a-c]%x", w, &uv)); also_wide("w", w); also("u", uv);
    VIA(vswscanf, via_vswscanf(L"5 six", L"%d %s", &iv, s1));
    f = fopen("in.txt", "r");
    reset(); INT(fwscanf, (f, L"%d %d", &iv, &jv)); also("i", iv); also("j", jv);
    VIA(vfwscanf, via_vfwscanf(f, L"%s", s1));
    return done();
}
