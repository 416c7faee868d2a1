// Bit-fields: signed and unsigned, straddling, zero width, wide, bool and enum ones.
#include <stdio.h>
#include <string.h>

struct small { unsigned a : 3; signed b : 4; unsigned c : 9; signed d : 1; };
struct wide { unsigned long long a : 33; long long b : 31; unsigned long long c : 63; };
struct zero { char a : 4; int : 0; char b : 4; unsigned short : 3; unsigned c : 5; };
struct odd { _Bool on : 1; enum { RED, GREEN, BLUE } col : 2; short s : 11; unsigned char u : 7; };

static void bytes(const void *p, size_t n) {
    const unsigned char *b = p;
    while (n--) printf("%02x", *b++);
    printf("\n");
}
static __attribute__((noinline)) struct small bump(struct small s) { s.a++; s.b--; s.c += 100; s.d = ~s.d; return s; }

int main(void) {
    struct small s;
    memset(&s, 0, sizeof s);
    for (int i = 0; i < 12; i++) { s = bump(s); printf("%d %d %d %d\n", s.a, s.b, s.c, s.d); }
    struct wide w;
    memset(&w, 0, sizeof w);
    w.a = 0x1ffffffffULL; w.b = -5; w.c = 0x7123456789abcdefULL;
    bytes(&w, sizeof w);
    w.a += 2; w.b *= 1000; w.c >>= 3;
    printf("%llu %lld %llu %zu\n", (unsigned long long)w.a, (long long)w.b, (unsigned long long)w.c, sizeof w);
    struct zero z;
    memset(&z, 0, sizeof z);
    z.a = -3; z.b = 5; z.c = 21;
    printf("%d %d %d %zu\n", z.a, z.b, z.c, sizeof z);
    bytes(&z, sizeof z);
    struct odd o = { 1, BLUE, -700, 99 };
    printf("%d %d %d %d %zu\n", o.on, o.col, o.s, o.u, sizeof o);
    o.on = 2 > 1; o.on ^= 1; o.s /= 7; o.u <<= 1;
    printf("%d %d %d\n", o.on, o.s, o.u);
    int r = (s.a = 13) + (s.b = 9);
    printf("%d %d\n", r, s.c++ + --s.a);
    return 0;
}
