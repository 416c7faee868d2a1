// Overflow checks of 128-bit operands of different signs: compilers compute them with 129 bits or more.
#include <stdio.h>

typedef __int128 s128;
typedef unsigned __int128 u128;

static void show(const char *name, int flag, u128 value) {
    printf("%s %d %016llx%016llx\n", name, flag, (unsigned long long)(value >> 64), (unsigned long long)value);
}

int main(void) {
    const u128 top = (u128)1 << 127;
    const u128 values[] = { 0, 1, 2, 0x7fffffffffffffff, top - 1, top, top + 1, ~(u128)0, ~(u128)0 - 1, (u128)5 << 64 };
    enum { N = sizeof values / sizeof *values };
    for (int i = 0; i < N; i++) {
        for (int j = 0; j < N; j++) {
            s128 a = (s128)values[i];
            u128 b = values[j];
            s128 s;
            u128 u;
            int n, flag;
            flag = __builtin_add_overflow(a, b, &s);
            show("s+u=s", flag, (u128)s);
            flag = __builtin_add_overflow(a, b, &u);
            show("s+u=u", flag, u);
            flag = __builtin_sub_overflow(a, b, &s);
            show("s-u=s", flag, (u128)s);
            flag = __builtin_sub_overflow(b, a, &u);
            show("u-s=u", flag, u);
            flag = __builtin_mul_overflow(a, b, &s);
            show("s*u=s", flag, (u128)s);
            flag = __builtin_mul_overflow(a, b, &u);
            show("s*u=u", flag, u);
            flag = __builtin_sub_overflow(a, b, &n);
            show("s-u=n", flag, (u128)(unsigned)n);
        }
    }
    return 0;
}
