// Vector extensions: arithmetic, comparison, select, shuffle, conversion, passing.
#include <stdio.h>

typedef int v4i __attribute__((vector_size(16)));
typedef unsigned v4u __attribute__((vector_size(16)));
typedef float v4f __attribute__((vector_size(16)));
typedef double v2d __attribute__((vector_size(16)));
typedef short v8s __attribute__((vector_size(16)));
typedef unsigned char v16b __attribute__((vector_size(16)));
typedef long v2l __attribute__((vector_size(16)));

static void pi(v4i v) { printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]); }
static void pf(v4f v) { printf("%g %g %g %g\n", v[0], v[1], v[2], v[3]); }
static __attribute__((noinline)) v4i mix(v4i a, v4f b, int k) { return a * k + __builtin_convertvector(b, v4i); }

int main(void) {
    v4i a = { 1, -2, 3, -4 }, b = { 10, 20, 30, 40 };
    v4f f = { 1.5f, 2.5f, -3.5f, 4 };
    pi(a + b); pi(a - b); pi(a * b); pi(b / (v4i){ 3, 7, 11, 13 }); pi(b % (v4i){ 3, 7, 11, 13 });
    pi(-a); pi(~a); pi(a & b); pi(a | b); pi(a ^ b); pi(b << 2); pi(a >> 1); pi((v4i)((v4u)a >> 28));
    pi(b >> (v4i){ 0, 1, 2, 3 }); pi(a + 100);
    pi(a > 0); pi(a == b); pi(a <= (v4i){ 1, 1, 1, 1 }); pi(f < 2.0f);
    pf(f + f); pf(f * 2.0f); pf(f / (v4f){ 2, 4, 8, 16 }); pf(-f);
    pi(__builtin_shufflevector(a, b, 0, 4, 1, 5));
    pi(__builtin_shufflevector(a, a, 3, 2, 1, 0));
    pi(mix(a, f, 3));
    v4i m = a > 0;
    pi((m & a) | (~m & b));
    v2d d = { 1.25, -7.75 };
    v2l l = __builtin_convertvector(d, v2l);
    printf("%ld %ld\n", l[0], l[1]);
    v8s s = { 1, 2, 3, 4, 5, 6, 7, 8 };
    s = s * s - 5;
    int sum = 0;
    for (int i = 0; i < 8; i++) sum += s[i];
    printf("%d\n", sum);
    v16b c;
    for (int i = 0; i < 16; i++) c[i] = (unsigned char)(i * 20);
    c += c;
    for (int i = 0; i < 16; i++) printf("%u ", c[i]);
    union { v4i v; int e[4]; unsigned char b[16]; } u = { .v = a };
    printf("\n%d %d %zu\n", u.e[1], u.b[4], sizeof(v4i));
    v4i arr[3] = { a, b, a + b };
    for (volatile int i = 0; i < 3; i++) arr[i][i] = 99;
    pi(arr[0] + arr[1] + arr[2]);
    return 0;
}
