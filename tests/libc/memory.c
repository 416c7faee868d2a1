//@ cflags: -fno-builtin
/* Functions on bytes: copying, comparing, searching, filling. Overlap only where it is allowed. */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static char b[64];

static void reset(void) {
    for (int i = 0; i < 64; i++)
        b[i] = (char)(i < 26 ? 'a' + i : 0x80 + i);
}

int main(void) {
    static const size_t lengths[] = {0, 1, 2, 3, 7, 8, 9, 15, 16, 17, 31};
    for (size_t i = 0; i < COUNT(lengths); i++) {
        size_t n = lengths[i];
        reset(); arg_raw("b+33, b"); arg_int(n); PTR(memcpy, (b + 33, b, n), b); bytes(b, 64);
        reset(); arg_raw("b+33, b"); arg_int(n); PTR(mempcpy, (b + 33, b, n), b); bytes(b, 64);
        reset(); arg_raw("b+3, b"); arg_int(n); PTR(memmove, (b + 3, b, n), b); bytes(b, 64);
        reset(); arg_raw("b, b+3"); arg_int(n); PTR(memmove, (b, b + 3, n), b); bytes(b, 64);
        reset(); arg_raw("b+5, 0x1ff"); arg_int(n); PTR(memset, (b + 5, 0x1ff, n), b); bytes(b, 64);
        reset(); arg_raw("b+5"); arg_int(n); VOID(bzero, (b + 5, n)); bytes(b, 64);
        reset(); arg_raw("b+5"); arg_int(n); VOID(explicit_bzero, (b + 5, n)); bytes(b, 64);
        reset(); arg_raw("b, b+2"); arg_int(n); VOID(bcopy, (b, b + 2, n)); bytes(b, 64);
        reset(); arg_raw("b+33, b, 'g'"); arg_int(n); PTR(memccpy, (b + 33, b, 'g', n), b); bytes(b, 64);
        reset(); arg_raw("b"); arg_int(n); PTR(memfrob, (b, n), b); bytes(b, 64);
        reset(); arg_raw("b, 'h'"); arg_int(n); PTR(memchr, (b, 'h', n), b);
        reset(); arg_raw("b, 0x189"); arg_int(n + 30); PTR(memchr, (b, 0x19f, n + 30), b);
        reset(); b[20] = 'c'; arg_raw("b, 'c'"); arg_int(n); PTR(memrchr, (b, 'c', n), b);
        reset(); arg_raw("b, 'p'"); arg_int(n); PTR(memrchr, (b, 'p', n), b);
        reset(); arg_raw("swab b, b+32"); arg_int(n); VOID(swab, (b, b + 32, (ssize_t)n)); bytes(b, 64);
    }
    reset();
    VOID(swab, (b, b + 32, -4)); bytes(b, 64);
    PTR(rawmemchr, (b, 'q'), b);
    PTR(rawmemchr, (b, 0x80 + 40), b);
    static const struct { const char *x, *y; size_t n; } pairs[] = {
        {"", "", 0}, {"a", "b", 0}, {"a", "b", 1}, {"b", "a", 1}, {"abc", "abd", 2}, {"abc", "abd", 3},
        {"\x80", "\x7f", 1}, {"\xff", "\x01", 1}, {"a\0b", "a\0c", 3}, {"a\0b", "a\0b", 3}, {"abcdefgh1", "abcdefgh2", 9},
        {"abcdefghijklmnop1", "abcdefghijklmnop0", 17}, {"ABC", "abc", 3},
    };
    for (size_t i = 0; i < COUNT(pairs); i++) {
        arg_str(pairs[i].x); arg_str(pairs[i].y); arg_int(pairs[i].n); SIGN(memcmp, (pairs[i].x, pairs[i].y, pairs[i].n));
        arg_str(pairs[i].x); arg_str(pairs[i].y); arg_int(pairs[i].n); BOOL(bcmp, (pairs[i].x, pairs[i].y, pairs[i].n));
    }
    static const struct { const char *hay; size_t n; const char *needle; size_t m; } finds[] = {
        {"", 0, "", 0}, {"abc", 3, "", 0}, {"abc", 3, "abcd", 4}, {"abc", 3, "c", 1}, {"abc", 2, "c", 1}, {"ab\0cd", 5, "\0c", 2},
        {"aaaaab", 6, "aab", 3}, {"abababac", 8, "abac", 4}, {"xxabcxxabcd", 11, "abcd", 4}, {"xxabcxxabce", 11, "abcd", 4},
        {"the quick brown fox jumps over the lazy dog", 43, "lazy dog", 8}, {"the quick brown fox jumps over the lazy dog", 42, "lazy dog", 8},
        {"\xff\xfe\xfd", 3, "\xfe\xfd", 2},
    };
    for (size_t i = 0; i < COUNT(finds); i++) {
        arg_str(finds[i].hay); arg_int(finds[i].n); arg_str(finds[i].needle); arg_int(finds[i].m);
        PTR(memmem, (finds[i].hay, finds[i].n, finds[i].needle, finds[i].m), finds[i].hay);
    }
    static const long long words[] = {0, 1, 2, 0x80, 0x100, 0x8000, 0x10000, 0x80000000LL, -1, 0x100000000LL, 0x4000000000000000LL, 1LL << 63};
    for (size_t i = 0; i < COUNT(words); i++) {
        arg_int(words[i]); INT(ffs, ((int)words[i]));
        arg_int(words[i]); INT(ffsl, ((long)words[i]));
        arg_int(words[i]); INT(ffsll, (words[i]));
    }
    return done();
}
