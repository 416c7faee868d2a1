// Inline assembly: empty barriers, value hiding, bswap, bsf and bsr, requests to valgrind.
#include <stdint.h>
#include <stdio.h>

static inline int hide(int x) { __asm__("" : "+r"(x)); return x; }
static inline void barrier(void) { __asm__ __volatile__("" ::: "memory"); }
static inline void use(const void *p) { __asm__ volatile("" : : "g"(p) : "memory"); }
static inline uint32_t swap32(uint32_t v) { __asm__("bswap %0" : "+r"(v)); return v; }
static inline uint64_t swap64(uint64_t v) { __asm__("bswap %0" : "=r"(v) : "0"(v)); return v; }
static inline uint64_t lowest(uint64_t v) { uint64_t r; __asm__("bsf %1,%0" : "=r"(r) : "r"(v) : "cc"); return r; }
static inline uint64_t highest(uint64_t v) { uint64_t r; __asm__("bsr %1,%0" : "=r"(r) : "r"(v) : "cc"); return r; }
static inline int count_up_to(uint64_t v) { int r; __asm__("bsrq %1,%q0" : "=r"(r) : "rm"(v) : "cc"); return r; }
static inline double keep(double d) { __asm__("" : "+x"(d)); return d; }
static inline unsigned long ask_valgrind(unsigned long request, unsigned long without) {
    volatile unsigned long args[6] = { request };
    unsigned long result;
    __asm__ volatile("rolq $3,  %%rdi ; rolq $13, %%rdi\n\t"
                     "rolq $61, %%rdi ; rolq $51, %%rdi\n\t"
                     "xchgq %%rbx,%%rbx" : "=d"(result) : "a"(&args[0]), "0"(without) : "cc", "memory");
    return result;
}
static int shared;

int main(void) {
    printf("%d %d\n", hide(41) + 1, hide(-7) * hide(3));
    shared = 5;
    barrier();
    shared++;
    barrier();
    printf("%d\n", shared);
    int local[4] = { 1, 2, 3, 4 };
    use(local);
    printf("%d\n", local[0] + local[3]);
    printf("%08x %016llx\n", swap32(0x12345678), (unsigned long long)swap64(0x0123456789abcdefULL));
    for (int i = 0; i < 64; i += 9) printf("%llu/%llu ", (unsigned long long)lowest(0xf000000000000001ULL << i | 1ULL << 63), (unsigned long long)highest(1ULL << i | 1));
    printf("\n%d %d", count_up_to(0x8000000000ULL), count_up_to(~0ULL));
    printf("\n%g\n", keep(2.5) * keep(4));
    printf("%lu\n", ask_valgrind(0x1001, 7));
    __asm__ volatile("pause");
    __asm__ volatile("nop");
    int a = 1, b = 2;
    __asm__("" : "+r"(a), "+r"(b));
    printf("%d\n", a * 10 + b);
    return 0;
}
