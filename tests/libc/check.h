/* The shared header of the libc comparison: every call of a function under test prints one line
 *
 *     function(args) = result errno=NAME key=value bytes=hex
 *
 * that begins with the function's name. The same file runs natively on glibc and under Patchlight, and the
 * harness compares the lines.
 *
 * Invariants: lines are formatted here and written with write(2), never with the stdio under test (one exception,
 * LDBL_APPROX). No address reaches the output: pointers are NULL or an offset from a base that the test names.
 * errno is zero before every call. It is printed always where the standard or glibc's manual defines it, and only
 * after a failure where a success may leave anything in it (SYS, PTR, STR: "errno=-").
 * Names are called as (f)(args), so a macro of the same name does not hide the function.
 */
#ifndef CHECK_H
#define CHECK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <errno.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>
#include <wchar.h>

#define UNUSED __attribute__((unused))
#define COUNT(table) (sizeof(table) / sizeof((table)[0]))

static char check_buffer[1 << 16];
static size_t check_used;
static char check_args[8192];
static size_t check_args_used;
static int check_line_is_open;

static void check_flush(void) {
    size_t done = 0;
    while (done < check_used) {
        ssize_t n = write(1, check_buffer + done, check_used - done);
        if (n <= 0)
            _exit(99);
        done += (size_t)n;
    }
    check_used = 0;
}

static void put_char(char c) {
    if (check_used == sizeof check_buffer)
        check_flush();
    check_buffer[check_used++] = c;
}

static void put_text(const char *s) {
    while (*s)
        put_char(*s++);
}

static void put_unsigned(unsigned long long v) {
    char digits[24];
    int n = 0;
    do
        digits[n++] = (char)('0' + v % 10);
    while (v /= 10);
    while (n)
        put_char(digits[--n]);
}

static void put_signed(long long v) {
    if (v < 0) {
        put_char('-');
        put_unsigned(0ULL - (unsigned long long)v);
    } else
        put_unsigned((unsigned long long)v);
}

static void put_hex(unsigned long long v, int digits) {
    while (digits--)
        put_char("0123456789abcdef"[v >> (4 * digits) & 15]);
}

/* One byte of a quoted string; what is not printable ASCII is escaped as \xHH. */
static int escape(unsigned char c, char out[4]) {
    if (c == '"' || c == '\\') {
        out[0] = '\\';
        out[1] = (char)c;
        return 2;
    }
    if (c >= 32 && c < 127) {
        out[0] = (char)c;
        return 1;
    }
    out[0] = '\\';
    out[1] = 'x';
    out[2] = "0123456789abcdef"[c >> 4];
    out[3] = "0123456789abcdef"[c & 15];
    return 4;
}

static void put_quoted(const char *s) {
    char e[4];
    if (!s) {
        put_text("NULL");
        return;
    }
    put_char('"');
    for (; *s; s++)
        for (int i = 0, n = escape((unsigned char)*s, e); i < n; i++)
            put_char(e[i]);
    put_char('"');
}

static UNUSED void put_wide(const wchar_t *s) {
    if (!s) {
        put_text("NULL");
        return;
    }
    put_text("L\"");
    for (; *s; s++)
        if (*s >= 32 && *s < 127)
            put_char((char)*s);
        else {
            put_text("\\u");
            put_hex((unsigned)*s, 6);
        }
    put_char('"');
}

/* Names of the error numbers that the tests meet; a table of our own, since strerrorname_np is under test too. */
#define ERRNO_NAMES(N) \
    N(EPERM) N(ENOENT) N(ESRCH) N(EINTR) N(EIO) N(ENXIO) N(E2BIG) N(ENOEXEC) N(EBADF) N(ECHILD) N(EAGAIN) \
    N(ENOMEM) N(EACCES) N(EFAULT) N(ENOTBLK) N(EBUSY) N(EEXIST) N(EXDEV) N(ENODEV) N(ENOTDIR) N(EISDIR) \
    N(EINVAL) N(ENFILE) N(EMFILE) N(ENOTTY) N(ETXTBSY) N(EFBIG) N(ENOSPC) N(ESPIPE) N(EROFS) N(EMLINK) \
    N(EPIPE) N(EDOM) N(ERANGE) N(EDEADLK) N(ENAMETOOLONG) N(ENOLCK) N(ENOSYS) N(ENOTEMPTY) N(ELOOP) N(ENOMSG) \
    N(ENODATA) N(ETIME) N(EOVERFLOW) N(EILSEQ) N(ENOTSOCK) N(EOPNOTSUPP) N(EAFNOSUPPORT) N(ETIMEDOUT) \
    N(ECANCELED)

static const char *errno_name(int e) {
    switch (e) {
#define N(name) \
    case name: \
        return #name;
        ERRNO_NAMES(N)
#undef N
    }
    return NULL;
}

static void put_errno(int e) {
    if (!e)
        put_char('0');
    else if (errno_name(e))
        put_text(errno_name(e));
    else
        put_signed(e);
}

/* Arguments of the next call, for calls in a loop: they replace the text of the macro's arguments. */
static void arg_raw(const char *s) {
    if (check_args_used && check_args_used + 2 < sizeof check_args) {
        check_args[check_args_used++] = ',';
        check_args[check_args_used++] = ' ';
    }
    while (*s && check_args_used + 1 < sizeof check_args)
        check_args[check_args_used++] = *s++;
    check_args[check_args_used] = 0;
}

static UNUSED void arg_int(long long v) {
    char digits[24];
    int n = sizeof digits - 1;
    unsigned long long u = v < 0 ? 0ULL - (unsigned long long)v : (unsigned long long)v;
    digits[n] = 0;
    do
        digits[--n] = (char)('0' + u % 10);
    while (u /= 10);
    if (v < 0)
        digits[--n] = '-';
    arg_raw(digits + n);
}

static UNUSED void arg_hex(unsigned long long v) {
    char digits[19] = "0x";
    for (int i = 0; i < 16; i++)
        digits[2 + i] = "0123456789abcdef"[v >> (60 - 4 * i) & 15];
    digits[18] = 0;
    arg_raw(digits);
}

static UNUSED void arg_str(const char *s) {
    char quoted[2048], e[4];
    size_t n = 0;
    if (!s) {
        arg_raw("NULL");
        return;
    }
    quoted[n++] = '"';
    for (; *s && n < sizeof quoted - 8; s++)
        for (int i = 0, k = escape((unsigned char)*s, e); i < k; i++)
            quoted[n++] = e[i];
    quoted[n++] = '"';
    quoted[n] = 0;
    arg_raw(quoted);
}

static uint64_t double_bits(double d) {
    union { double d; uint64_t u; } x = {d};
    return x.u;
}

static uint32_t float_bits(float f) {
    union { float f; uint32_t u; } x = {f};
    return x.u;
}

static UNUSED void arg_dbl(double d) { arg_hex(double_bits(d)); }

static UNUSED void arg_flt(float f) {
    char digits[11] = "0x";
    for (int i = 0; i < 8; i++)
        digits[2 + i] = "0123456789abcdef"[float_bits(f) >> (28 - 4 * i) & 15];
    digits[10] = 0;
    arg_raw(digits);
}

static void put_dbl(double d) {
    put_text("0x");
    put_hex(double_bits(d), 16);
}

static UNUSED void put_flt(float f) {
    put_text("0x");
    put_hex(float_bits(f), 8);
}

/* The ten meaningful bytes of an x87 number: sign and exponent, then the significand. */
static UNUSED void put_ldbl(long double v) {
    union { long double v; struct { uint64_t significand; uint16_t top; } p; } x;
    x.p.significand = 0;
    x.p.top = 0;
    x.v = v;
    put_text("0x");
    put_hex(x.p.top, 4);
    put_char(':');
    put_hex(x.p.significand, 16);
}

/* Fifteen significant digits: musl's and glibc's long double functions differ in the last bits of the significand. */
static UNUSED void put_ldbl_approx(long double v) {
    char text[64];
    snprintf(text, sizeof text, "%.14Le", v);
    put_text(text);
}

static void line_close(void) {
    if (check_line_is_open)
        put_char('\n');
    check_line_is_open = 0;
    check_flush();
}

static void line_open(const char *function, const char *args) {
    line_close();
    check_line_is_open = 1;
    put_text(function);
    if (check_args_used) {
        put_char('(');
        put_text(check_args);
        put_char(')');
    } else
        put_text(args);
    check_args_used = 0;
    check_args[0] = 0;
    put_text(" = ");
}

static UNUSED void tail_errno(int e) {
    put_text(" errno=");
    put_errno(e);
}

static UNUSED void tail_errno_if(int failed, int e) {
    if (failed)
        tail_errno(e);
    else
        put_text(" errno=-");
}

static UNUSED void put_offset(const void *p, const void *base) {
    if (!p)
        put_text("NULL");
    else if (!base)
        put_text("nonnull");
    else {
        put_text("base");
        if ((const char *)p >= (const char *)base)
            put_char('+');
        put_signed((const char *)p - (const char *)base);
    }
}

/* What a call wrote: appended to the line of the call just made. */
static UNUSED void also(const char *key, long long v) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_signed(v);
}

static UNUSED void also_hex(const char *key, unsigned long long v) {
    put_char(' ');
    put_text(key);
    put_text("=0x");
    put_hex(v, 16);
}

static UNUSED void also_str(const char *key, const char *s) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_quoted(s);
}

static UNUSED void also_wide(const char *key, const wchar_t *s) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_wide(s);
}

static UNUSED void also_ptr(const char *key, const void *p, const void *base) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_offset(p, base);
}

static UNUSED void also_dbl(const char *key, double d) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_dbl(d);
}

static UNUSED void also_flt(const char *key, float f) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_flt(f);
}

static UNUSED void also_errno(const char *key, int e) {
    put_char(' ');
    put_text(key);
    put_char('=');
    put_errno(e);
}

static UNUSED void bytes(const void *p, size_t n) {
    put_text(" bytes=");
    for (size_t i = 0; i < n; i++)
        put_hex(((const unsigned char *)p)[i], 2);
}

#define CHECK_CALL(type, f, args, f_text, args_text, show, tail)                                                       \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        type result_ = (f)args;                                                                                        \
        int errno_ = errno;                                                                                            \
        line_open(f_text, args_text);                                                                                  \
        show;                                                                                                          \
        tail;                                                                                                          \
    } while (0)

#define INT(f, args) CHECK_CALL(long long, f, args, #f, #args, put_signed(result_), tail_errno(errno_))
#define UINT(f, args) CHECK_CALL(unsigned long long, f, args, #f, #args, put_unsigned(result_), tail_errno(errno_))
#define HEX(f, args) CHECK_CALL(unsigned long long, f, args, #f, #args, (put_text("0x"), put_hex(result_, 16)), tail_errno(errno_))
#define BOOL(f, args) CHECK_CALL(long long, f, args, #f, #args, put_signed(result_ != 0), tail_errno(errno_))
#define SIGN(f, args) CHECK_CALL(long long, f, args, #f, #args, put_signed((result_ > 0) - (result_ < 0)), tail_errno(errno_))
#define SYS(f, args) CHECK_CALL(long long, f, args, #f, #args, put_signed(result_), tail_errno_if(result_ == -1, errno_))
/* For calls that promise no more than "not negative" on success. */
#define OKAY(f, args) \
    CHECK_CALL(long long, f, args, #f, #args, result_ < 0 ? put_signed(result_) : put_text("ok"), tail_errno_if(result_ < 0, errno_))
/* For calls whose errno says nothing: results such as a pthread error code are shown by name instead. */
#define CODE(f, args) CHECK_CALL(int, f, args, #f, #args, put_errno(result_), (void)errno_)
#define PTR(f, args, base)                                                                                             \
    CHECK_CALL(const void *, f, args, #f, #args, put_offset(result_, base), tail_errno_if(!result_, errno_))
#define STR(f, args) CHECK_CALL(const char *, f, args, #f, #args, put_quoted(result_), tail_errno_if(!result_, errno_))
#define WSTR(f, args) CHECK_CALL(const wchar_t *, f, args, #f, #args, put_wide(result_), tail_errno_if(!result_, errno_))
#define DBL(f, args) CHECK_CALL(double, f, args, #f, #args, put_dbl(result_), tail_errno(errno_))
#define FLT(f, args) CHECK_CALL(float, f, args, #f, #args, put_flt(result_), tail_errno(errno_))
#define LDBL(f, args) CHECK_CALL(long double, f, args, #f, #args, put_ldbl(result_), tail_errno(errno_))
#define LDBL_APPROX(f, args) CHECK_CALL(long double, f, args, #f, #args, put_ldbl_approx(result_), tail_errno(errno_))
#define VOID(f, args)                                                                                                  \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        (f) args;                                                                                                      \
        int errno_ = errno;                                                                                            \
        line_open(#f, #args);                                                                                          \
        put_text("void");                                                                                              \
        (void)errno_;                                                                                                  \
    } while (0)
/* For names that are macros only. */
#define MACRO(f, args)                                                                                                 \
    do {                                                                                                               \
        errno = 0;                                                                                                     \
        long long result_ = (long long)(f args);                                                                       \
        int errno_ = errno;                                                                                            \
        line_open(#f, #args);                                                                                          \
        put_signed(result_);                                                                                           \
        tail_errno(errno_);                                                                                            \
    } while (0)

static int done(void) {
    line_close();
    return 0;
}

#endif
