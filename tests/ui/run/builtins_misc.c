// expect, constant_p, object_size, prefetch, unreachable, types_compatible, choose_expr and others.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int classify(int n) {
    switch (n & 3) {
    case 0: return 10;
    case 1: return 11;
    case 2: return 12;
    case 3: return 13;
    }
    __builtin_unreachable();
}
static __attribute__((noreturn, noinline)) void leave(int code) { printf("leaving %d\n", code); exit(code); }
static __attribute__((const)) int square(int x) { return x * x; }
static __attribute__((pure)) size_t length(const char *s) { return strlen(s); }

int main(int argc, char **argv) {
    (void)argv;
    int hits = 0;
    for (int i = 0; i < 100; i++) if (__builtin_expect(i % 10 == 0, 0)) hits++;
    for (int i = 0; i < 100; i++) if (__builtin_expect_with_probability(i % 3 == 0, 1, 0.3)) hits++;
    printf("%d\n", hits);
    printf("%d %d\n", __builtin_constant_p(42), __builtin_constant_p("abc"));
    char buf[24];
    printf("%zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(&buf, 1));
    int data[64];
    for (int i = 0; i < 64; i++) { __builtin_prefetch(&data[i]); __builtin_prefetch(&data[(i + 1) & 63], 1, 3); data[i] = i; }
    printf("%d %d %d\n", data[63], classify(argc + 5), classify(7));
    printf("%d %d\n", __builtin_types_compatible_p(int, signed), __builtin_types_compatible_p(int, long));
    printf("%d\n", __builtin_choose_expr(sizeof(int) == 4, 111, "no"));
    printf("%zu %zu\n", __builtin_offsetof(struct { char c; long l; }, l), __builtin_strlen("twelve chars"));
    char *p = __builtin_alloca(16);
    __builtin_memcpy(p, "builtin copy", 13);
    printf("%s %d\n", p, __builtin_memcmp(p, "builtin", 7));
    printf("%d %d\n", __builtin_abs(-5), (int)__builtin_fabs(-2.5));
    printf("%d %d %d\n", __builtin_isnan(__builtin_nan("")), __builtin_isinf_sign(-__builtin_inf()), __builtin_huge_val() > 1e308);
    unsigned char *aligned = __builtin_assume_aligned(data, 4);
    printf("%d %d\n", aligned[4], square(9) + (int)length("abc"));
    typeof(data[0]) t = 5; __auto_type a = t * 2.5;
    printf("%g %d\n", a, ({ int x = t; x * x; }));
    if (hits > 1000) __builtin_trap();
    printf("%s %d\n", __func__, __LINE__ > 10);
    int e = argc ?: 99;
    printf("%d\n", e == argc);
    leave(17);
}
