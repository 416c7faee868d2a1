/* What clang makes of this file is in sample.*.ll; see README.md. */
#include <stdarg.h>
#include <stdatomic.h>

struct point { int x, y; };
struct big { long a[5]; struct point p; };
struct bits { unsigned a : 3, b : 7; signed c : 22; };
union number { float f; int i; };
typedef int v4 __attribute__((vector_size(16)));

_Thread_local int per_thread = 3;
__attribute__((weak)) int weak_var;
int common_like;
static const char *const names[] = {"one", "two\n\"three\"\x80", 0};
static long double precise = 1.5L;
static _Atomic int counter;
extern int outside(int, ...);
static int twice(int n) { return 2 * n; }
int twice_alias(int) __attribute__((alias("twice_exported")));
int twice_exported(int n) { return twice(n); }
static int (*const table[])(int) = {twice, twice_exported};

struct big make(int n) { struct big b = {{n, 2, 3}, {4, 5}}; return b; }
long take(struct big b, struct point p, ...) {
    va_list ap;
    va_start(ap, p);
    long sum = b.a[0] + p.x + va_arg(ap, int) + (long)va_arg(ap, double);
    va_end(ap);
    return sum;
}
int dispatch(const unsigned char *code, int n) {
    static const void *const labels[] = {&&inc, &&dec, &&stop};
    goto *labels[*code];
inc: n++; goto *labels[*++code];
dec: n--; goto *labels[*++code];
stop: return n;
}
int choose(int n, v4 v) {
    switch (n) {
    case 1: return v[0];
    case 7: case 9: return table[n & 1](n);
    case -3: __builtin_unreachable();
    default: return n > 100 ? n : -n;
    }
}
__int128 wide(__int128 a, long b) { return a * b + ((__int128)1 << 100); }
int atomics(int n) {
    int expected = 1;
    atomic_compare_exchange_strong(&counter, &expected, n);
    atomic_fetch_add(&counter, 2);
    atomic_thread_fence(memory_order_acquire);
    return atomic_load(&counter);
}
double floats(float f, long double l) {
    union number u = {.f = f};
    struct bits b = {1, 2, -3};
    b.c += u.i;
    precise += l;
    return f < 0.1f ? -f : (double)precise + b.c;
}
int main(int argc, char **argv) {
    int vla[argc], sum = 0, out;
    for (int i = 0; i < argc; i++) vla[i] = argv[i][0];
    for (int i = 0; i < argc; i++) sum += vla[i];
    __asm__ volatile("" : "+r"(sum) : : "memory");
    if (__builtin_add_overflow(sum, argc, &out)) return outside(sum, names[1], 2.5);
    return (int)take(make(sum), (struct point){1, 2}, 3, 4.0) + per_thread++ + weak_var;
}
