// Kinds of quadruple numbers: zero, subnormal, normal, infinite, not a number.
#include <stdio.h>

typedef __float128 quad;

static __attribute__((noinline)) void show(const char *name, quad x) {
    printf("%s %d%d%d%d%d %d\n", name, !!__builtin_isnan(x), !!__builtin_isinf(x), !!__builtin_isfinite(x),
           !!__builtin_isnormal(x), __builtin_isinf_sign(x) + 1, __builtin_fpclassify(0, 1, 2, 3, 4, x));
}

int main(void) {
    quad one = 1, zero = 0;
    volatile quad tiny = 0x1p-1000;
    quad smallest = tiny;
    for (int i = 0; i < 15; i++) smallest *= tiny;
    quad subnormal = smallest * (quad)0x1p-400;
    show("0", zero);
    show("-0", -zero);
    show("1", one);
    show("-1", -one);
    show("smallest", smallest);
    show("subnormal", subnormal);
    show("-subnormal", -subnormal);
    show("inf", one / zero);
    show("-inf", -one / zero);
    show("nan", zero / zero);
    show("double", (quad)1e308 * 1e308);
    show("float", (quad)__builtin_inff());
    return 0;
}
