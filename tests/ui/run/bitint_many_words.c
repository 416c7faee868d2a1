// _BitInt of more than 128 bits: arithmetic with carries, shifts by any amount, comparisons, conversions.
//@ native: clang
//@ cflags: -std=c2x
#include <stdio.h>

typedef unsigned _BitInt(256) u256;
typedef _BitInt(256) s256;
typedef unsigned _BitInt(129) u129;
typedef _BitInt(129) s129;
typedef unsigned _BitInt(200) u200;
typedef _BitInt(200) s200;
struct pair { u200 a; s129 b; };

static void show(const char *name, u256 value) {
    printf("%s", name);
    for (int i = 3; i >= 0; i--) printf(" %016llx", (unsigned long long)(value >> (64 * i)));
    printf("\n");
}

static __attribute__((noinline)) u256 mix(u256 a, u256 b) { return a * b + (a ^ b) - (b >> 3); }
static __attribute__((noinline)) struct pair swap(struct pair p) {
    struct pair q = { (u200)p.b, (s129)p.a };
    return q;
}

#define ORDER(a, b) (a < b) << 5 | (a <= b) << 4 | (a > b) << 3 | (a >= b) << 2 | (a == b) << 1 | (a != b)

int main(int argc, char **argv) {
    u256 a = 0xfedcba9876543210, b = 1;
    for (int i = 0; i < 12; i++) {
        a = mix(a, b);
        b = mix(b + i, ~a);
        show("a", a);
        show("b", b);
    }
    for (int by = 0; by < 256; by += 19) {
        show("shl", a << by);
        show("shr", a >> by);
        show("sar", (u256)((s256)(a | (u256)1 << 255) >> by));
    }
    show("left 64", a << 64);
    show("right 128", a >> 128);
    u129 u = (u129)a;
    s129 s = (s129)b;
    for (int i = 0; i < 8; i++) {
        u = u * 0x123456789 + (u129)1;
        s = -s ^ (s129)(u >> 1);
        show("u", u);
        show("s", (u256)(s256)s);
        printf("%d %d\n", ORDER(u, (u129)s), ORDER(s, (s129)u));
    }
    s200 negative = -argc, large = (s200)1 << 198;
    printf("%d %d %d\n", ORDER(negative, large), ORDER(large, negative), ORDER(negative, (s200)-1));
    printf("%d\n", ORDER((u200)negative, (u200)large));
    show("negative", (u256)(s256)negative);
    show("unsigned", (u256)(u200)negative);
    show("wide", (u256)(__int128)negative);
    show("narrow", (u256)(unsigned char)a);
    printf("%lld %d\n", (long long)negative, (int)(negative >> 100));
    struct pair p = { (u200)a, (s129)b };
    for (int i = 0; i < 3; i++) {
        p = swap(p);
        show("p.a", p.a);
        show("p.b", (u256)(s256)p.b);
    }
    u256 chosen = argc > 1 ? a : b;
    show("chosen", chosen);
    printf("%d %d %zu %zu\n", !chosen, chosen ? 1 : 0, sizeof(u256), sizeof(struct pair));
    return 0;
}
