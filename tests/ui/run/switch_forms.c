// Switch: dense, sparse, ranges, 64-bit, negative, on char, fall-through, default in the middle.
#include <stdio.h>

static int dense(int x) { switch (x) { case 0: return 5; case 1: return 3; case 2: return 8; case 3: return 1; case 4: return 9; case 5: return 2; case 6: return 7; default: return -1; } }
static const char *sparse(int x) { switch (x) { case -2147483647 - 1: return "min"; case -1000: return "-1000"; case 0: return "zero"; case 77777: return "77777"; case 2147483647: return "max"; } return "none"; }
static int ranges(int c) { switch (c) { case '0' ... '9': return 1; case 'a' ... 'z': case 'A' ... 'Z': return 2; case -10 ... -1: return 3; case 1000 ... 2000: return 4; default: return 0; } }
static int wide(unsigned long long x) { switch (x) { case 1ULL << 40: return 1; case 0xffffffffffffffffULL: return 2; case 0x100000001ULL: return 3; case 1: return 4; } return 0; }
static int fall(int x) { int r = 0; switch (x) { default: r += 1000; case 1: r += 1; case 2: r += 10; break; case 3: r += 100; case 4: r += 5; } return r; }
static int on_char(signed char c) { switch (c) { case -1: return 10; case 'q': return 20; case 127: return 30; case -128: return 40; } return 50; }
static int on_bool(int a, int b) { switch (a < b) { case 0: return 7; case 1: return 8; } return 9; }
static int nested(int a, int b) { switch (a) { case 1: switch (b) { case 1: return 11; case 2: break; default: return 19; } return 12; case 2: for (int i = 0;; i++) { switch (i) { case 3: return 20 + i; default: continue; } } } return 0; }
static int empty(int x) { switch (x) { } switch (x) default: return x + 1; }
static int inside(int n) { int k = 0; switch (n) { while (k < 10) { case 1: k += 2; case 2: k += 3; if (k > 100) break; } k += 1000; } return k; }
static unsigned tiny(unsigned char x) { switch (x & 3u) { case 0u: return 1; case 1u: return 2; case 2u: return 4; default: return 8; } }

int main(void) {
    for (int i = -1; i < 8; i++) printf("%d ", dense(i));
    printf("\n%s %s %s %s %s %s\n", sparse(-2147483647 - 1), sparse(-1000), sparse(0), sparse(77777), sparse(2147483647), sparse(1));
    const int r[] = { '5', 'm', 'Q', -3, -11, 1500, 2001, 999 };
    for (int i = 0; i < 8; i++) printf("%d ", ranges(r[i]));
    printf("\n%d %d %d %d %d\n", wide(1ULL << 40), wide(~0ULL), wide(0x100000001ULL), wide(1), wide(2));
    for (int i = 0; i < 6; i++) printf("%d ", fall(i));
    printf("\n%d %d %d %d %d\n", on_char(-1), on_char('q'), on_char(127), on_char(-128), on_char(0));
    printf("%d %d %d %d %d %d\n", on_bool(1, 2), on_bool(2, 1), nested(1, 1), nested(1, 2), nested(1, 3), nested(2, 0));
    printf("%d %d %d %d\n", empty(5), inside(0), inside(1), inside(2));
    for (int i = 0; i < 5; i++) printf("%u ", tiny((unsigned char)i));
    printf("\n");
    return 0;
}
