//@ cflags: -fno-builtin
/* Generators whose algorithm is fixed: by POSIX (the 48-bit family) or by glibc's long-standing random(). */
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

int main(void) {
    static const unsigned seeds[] = {0, 1, 42, 0xffffffffu};
    for (int i = 0; i < 4; i++) INT(rand, ());
    for (size_t s = 0; s < COUNT(seeds); s++) {
        arg_int(seeds[s]); VOID(srand, (seeds[s])); for (int i = 0; i < 5; i++) INT(rand, ());
        arg_int(seeds[s]); VOID(srandom, (seeds[s])); for (int i = 0; i < 5; i++) INT(random, ());
        unsigned state = seeds[s];
        for (int i = 0; i < 5; i++) { INT(rand_r, (&state)); also_hex("state", state); }
        arg_int(seeds[s]); VOID(srand48, ((long)seeds[s]));
        for (int i = 0; i < 3; i++) { DBL(drand48, ()); INT(lrand48, ()); INT(mrand48, ()); }
    }
    unsigned short x[3] = {1, 2, 3}, p[7] = {1, 2, 3, 4, 5, 6, 7};
    DBL(erand48, (x)); INT(nrand48, (x)); INT(jrand48, (x)); bytes(x, 6);
    unsigned short *old = seed48(x); line_open("seed48", "(x)"); put_signed(0); bytes(old, 6); INT(lrand48, ());
    VOID(lcong48, (p)); INT(lrand48, ()); INT(mrand48, ());
    char area[64], other[128];
    memset(area, 0, 64); memset(other, 0, 128);
    line_open("initstate", "(7, area, 64)"); put_signed(initstate(7, area, 64) != NULL); INT(random, ()); INT(random, ());
    line_open("initstate", "(7, area, 8)"); put_signed(initstate(7, other, 8) != NULL); INT(random, ()); INT(random, ());
    line_open("setstate", "(area)"); put_signed(setstate(area) != NULL); INT(random, ());
    struct random_data data;
    struct drand48_data d48;
    int32_t r;
    long l;
    double d;
    char state[64];
    memset(&data, 0, sizeof data); memset(&d48, 0, sizeof d48); memset(state, 0, 64);
    INT(initstate_r, (5, state, 64, &data)); INT(random_r, (&data, &r)); also("r", r); INT(srandom_r, (9, &data)); INT(random_r, (&data, &r)); also("r", r);
    INT(srand48_r, (11, &d48)); INT(drand48_r, (&d48, &d)); also_dbl("d", d); INT(lrand48_r, (&d48, &l)); also("l", l); INT(mrand48_r, (&d48, &l)); also("l", l);
    INT(erand48_r, (x, &d48, &d)); also_dbl("d", d); INT(nrand48_r, (x, &d48, &l)); also("l", l); INT(jrand48_r, (x, &d48, &l)); also("l", l);
    unsigned char b[16];
    SYS(getrandom, (b, 16, 0)); SYS(getrandom, (b, 16, 0x1000)); SYS(getentropy, (b, 16)); SYS(getentropy, (b, 257));
    return done();
}
