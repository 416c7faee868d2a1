// Packed and aligned structs, bit-fields inside packed structs, layout of members.
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct __attribute__((packed)) header { uint8_t kind; uint32_t len; uint16_t sum; uint64_t when; double d; };
struct __attribute__((packed)) bits { unsigned a : 5; unsigned b : 13; unsigned long long c : 40; signed d : 6; };
#pragma pack(push, 2)
struct two { char c; int i; long l; };
#pragma pack(pop)
struct __attribute__((aligned(32))) wide { char c; };
struct inner { char a; _Alignas(8) short b; };

static __attribute__((noinline)) struct header copy(struct header h) { h.len++; h.d *= 2; return h; }
static void bytes(const void *p, size_t n) { const uint8_t *b = p; while (n--) printf("%02x ", *b++); printf("\n"); }

int main(void) {
    struct header h = { 7, 0x01020304, 0x0506, 0x1122334455667788ULL, 1.5 };
    printf("%zu %zu %zu %zu %zu\n", sizeof h, offsetof(struct header, len), offsetof(struct header, sum), offsetof(struct header, when), offsetof(struct header, d));
    bytes(&h, sizeof h);
    h = copy(copy(h));
    printf("%x %g\n", h.len, h.d);
    struct header a[3] = { { 1, 10, 100, 1000, 0.5 }, { 2, 20, 200, 2000, 0.25 }, { 3, 30, 300, 3000, 0.125 } };
    unsigned long long t = 0;
    for (int i = 0; i < 3; i++) t += a[i].kind + a[i].len + a[i].sum + a[i].when;
    printf("%llu %g\n", t, a[0].d + a[1].d + a[2].d);
    struct bits b;
    memset(&b, 0, sizeof b);
    b.a = 21; b.b = 5000; b.c = 0xabcdef1234ULL; b.d = -20;
    printf("%zu %u %u %llx %d\n", sizeof b, b.a, b.b, (unsigned long long)b.c, b.d);
    bytes(&b, sizeof b);
    b.b += 4000; b.d++; b.c <<= 4;
    printf("%u %llx %d\n", b.b, (unsigned long long)b.c, b.d);
    printf("%zu %zu %zu %zu %zu %zu\n", sizeof(struct two), offsetof(struct two, i), offsetof(struct two, l), sizeof(struct wide), sizeof(struct inner), offsetof(struct inner, b));
    uint8_t raw[] = { 1, 2, 0, 0, 0, 3, 0 };
    struct header *p = (struct header *)raw;
    (void)p;
    uint32_t n; memcpy(&n, raw + offsetof(struct header, len), 4);
    printf("%u\n", n);
    return 0;
}
