// Long runs of bit-fields: compilers read and write them as integers of more than 128 bits.
#include <stdio.h>
#include <string.h>

struct run {
    unsigned a : 30;
    unsigned b : 3;
    signed c : 27;
    unsigned d : 31;
    signed e : 30;
    unsigned f : 17;
    signed g : 7;
} __attribute__((packed));

struct longer {
    unsigned long long a : 61;
    signed long long b : 58;
    unsigned c : 13;
    signed long long d : 47;
    unsigned long long e : 63;
    unsigned f : 1;
} __attribute__((packed));

static void show(const char *name, const void *data, size_t size) {
    const unsigned char *bytes = data;
    printf("%s:", name);
    for (size_t i = 0; i < size; i++) printf(" %02x", bytes[i]);
    printf("\n");
}

static __attribute__((noinline)) struct run next(struct run r) {
    r.a = r.a * 5 + 1;
    r.b += 3;
    r.c -= r.e / 3;
    r.d ^= r.a << 1;
    r.e = -r.e + r.c;
    r.f |= r.d >> 9;
    r.g++;
    return r;
}

static const struct longer fixed = { 0x123456789abcdef, -77, 0x1555, -1, 0x7edcba9876543210, 1 };

int main(void) {
    struct run r = { 7, 5, -12345, 0x2aaaaaaa, 99999, 0x1f0f0, -3 };
    for (int i = 0; i < 40; i++) {
        r = next(r);
        printf("%u %u %d %u %d %u %d\n", r.a, r.b, r.c, r.d, r.e, r.f, r.g);
    }
    show("run", &r, sizeof r);
    struct longer l = fixed;
    for (int i = 0; i < 70; i++) {
        l.a += 0x1fffffffffffff;
        l.b *= -3;
        l.c = l.c << 1 | l.f;
        l.d -= l.b;
        l.e = l.e >> 3 ^ (unsigned long long)l.d;
        l.f = l.e & 1;
    }
    show("longer", &l, sizeof l);
    printf("%llu %lld %u %lld %llu %u %zu\n", (unsigned long long)l.a, (long long)l.b, l.c, (long long)l.d,
           (unsigned long long)l.e, l.f, sizeof l);
    printf("%d %d\n", l.d < fixed.d, l.b == fixed.b);
    return 0;
}
