//@ cflags: -fno-builtin
/* The versioned names behind scanf and strtol in glibc's headers. The C23 names exist in glibc 2.38 and later only: where
 * they are missing, the lines show what C23 says of a binary prefix, computed from the older name. */
#include "check.h"
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

extern int __isoc99_sscanf(const char *, const char *, ...), __isoc99_fscanf(FILE *, const char *, ...), __isoc99_scanf(const char *, ...), __isoc99_swscanf(const wchar_t *, const wchar_t *, ...), __isoc99_fwscanf(FILE *, const wchar_t *, ...), __isoc99_vsscanf(const char *, const char *, va_list), __isoc99_vfscanf(FILE *, const char *, va_list), __isoc99_vscanf(const char *, va_list);
#define C23(type, name) extern type __isoc23_##name(const char *, char **, int) __attribute__((weak))
C23(long, strtol); C23(unsigned long, strtoul); C23(long long, strtoll); C23(unsigned long long, strtoull); C23(intmax_t, strtoimax); C23(uintmax_t, strtoumax);
extern int __isoc23_sscanf(const char *, const char *, ...) __attribute__((weak));

static int via_vsscanf(const char *s, const char *f, ...) { va_list ap; va_start(ap, f); int r = __isoc99_vsscanf(s, f, ap); va_end(ap); return r; }
static int via_vfscanf(FILE *s, const char *f, ...) { va_list ap; va_start(ap, f); int r = __isoc99_vfscanf(s, f, ap); va_end(ap); return r; }
static int via_vscanf(const char *f, ...) { va_list ap; va_start(ap, f); int r = __isoc99_vscanf(f, ap); va_end(ap); return r; }

/* The older function on the digits after a binary prefix, where C23 accepts one. */
#define OLDER(type, name)                                                                                              \
    static type older_##name(const char *s, char **end, int base) {                                                    \
        const char *p = s;                                                                                             \
        while (*p == ' ') p++;                                                                                         \
        const char *digits = p + (*p == '-' || *p == '+');                                                             \
        if ((base == 0 || base == 2) && digits[0] == '0' && (digits[1] | 32) == 'b' && (digits[2] | 1) == '1') {       \
            char copy[80] = "-";                                                                                       \
            strcpy(copy + (*p == '-'), digits + 2);                                                                    \
            type value = name(copy, end, 2);                                                                           \
            *end = (char *)digits + 2 + (*end - copy - (*p == '-'));                                                   \
            return value;                                                                                              \
        }                                                                                                              \
        return name(s, end, base);                                                                                     \
    }
OLDER(long, strtol) OLDER(unsigned long, strtoul) OLDER(long long, strtoll) OLDER(unsigned long long, strtoull) OLDER(intmax_t, strtoimax) OLDER(uintmax_t, strtoumax)

#define PARSE(type, name, put) \
    do { char *end = NULL; errno = 0; type v_ = __isoc23_##name ? __isoc23_##name(s, &end, base) : older_##name(s, &end, base); int e_ = errno; arg_str(s); arg_int(base); line_open("__isoc23_" #name, ""); put(v_); tail_errno(e_); also_ptr("end", end, s); } while (0)

int main(void) {
    int i = -1, j = -1;
    char b[16] = "";
    INT(__isoc99_sscanf, ("5 word", "%d %15s", &i, b)); also("i", i); also_str("b", b);
    float real = 0;
    INT(__isoc99_sscanf, ("1.5a", "%as", &real)); also_flt("f", real);
    FILE *f = fopen("f", "w+"); fputs("1 2 3 4 5", f); rewind(f);
    INT(__isoc99_fscanf, (f, "%d", &i)); also("i", i);
#define VIA(name, call) do { long r_ = call; line_open(name, "(...)"); put_signed(r_); also("i", i); } while (0)
    VIA("__isoc99_vfscanf", via_vfscanf(f, "%d", &i)); VIA("__isoc99_vsscanf", via_vsscanf("77", "%d", &i)); fclose(f);
    f = freopen("f", "r", stdin); INT(__isoc99_scanf, ("%d%d", &i, &j)); also("j", j); VIA("__isoc99_vscanf", via_vscanf("%d", &i));
    INT(__isoc99_swscanf, (L"9", L"%d", &i)); also("i", i); f = fopen("f", "r"); INT(__isoc99_fwscanf, (f, L"%d", &i)); also("i", i);
    static const char *const texts[] = {"0b101", "-0B11", "0b", "0b2", "0x1f", "017", "42", "", "99999999999999999999", " +0b1x"};
    static const int bases[] = {0, 2, 10, 16};
    for (size_t t = 0; t < COUNT(texts); t++)
        for (size_t k = 0; k < COUNT(bases); k++) {
            const char *s = texts[t];
            int base = bases[k];
            PARSE(long, strtol, put_signed); PARSE(unsigned long, strtoul, put_unsigned); PARSE(long long, strtoll, put_signed); PARSE(unsigned long long, strtoull, put_unsigned); PARSE(intmax_t, strtoimax, put_signed); PARSE(uintmax_t, strtoumax, put_unsigned);
        }
    int r = __isoc23_sscanf ? __isoc23_sscanf("12 ab", "%d %15s", &i, b) : sscanf("12 ab", "%d %15s", &i, b);
    line_open("__isoc23_sscanf", "(\"12 ab\", \"%d %15s\")"); put_signed(r); also("i", i); also_str("b", b);
    return done();
}
