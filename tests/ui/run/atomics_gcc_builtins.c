// The __sync and __atomic builtins on several widths.
#include <stdint.h>
#include <stdio.h>

#define TRY(T, F)                                                              \
    do {                                                                       \
        T v = 12, t;                                                           \
        t = __sync_fetch_and_add(&v, 5); printf(F " " F ", ", t, v);           \
        t = __sync_add_and_fetch(&v, 1); printf(F " ", t);                     \
        t = __sync_fetch_and_sub(&v, 3); printf(F " " F ", ", t, v);           \
        t = __sync_sub_and_fetch(&v, 30); printf(F " ", t);                    \
        t = __sync_fetch_and_or(&v, 9); printf(F " ", t);                      \
        t = __sync_and_and_fetch(&v, 0x5d); printf(F " ", t);                  \
        t = __sync_xor_and_fetch(&v, 0x33); printf(F " ", t);                  \
        t = __sync_fetch_and_nand(&v, 0x0f); printf(F " " F ", ", t, v);       \
        int ok = __sync_bool_compare_and_swap(&v, t, 1); printf("%d ", ok);    \
        t = __sync_val_compare_and_swap(&v, v, 77); printf(F " " F ", ", t, v); \
        t = __sync_lock_test_and_set(&v, 8); printf(F " ", t);                 \
        __sync_lock_release(&v); printf(F "\n", v);                            \
    } while (0)

int main(void) {
    TRY(int8_t, "%d"); TRY(uint8_t, "%u"); TRY(int16_t, "%d"); TRY(uint16_t, "%u");
    TRY(int32_t, "%d"); TRY(uint32_t, "%u"); TRY(long, "%ld"); TRY(unsigned long, "%lu");
    __sync_synchronize();
    int x = 10, y, want = 11;
    y = __atomic_add_fetch(&x, 5, __ATOMIC_SEQ_CST); printf("%d %d\n", x, y);
    y = __atomic_fetch_nand(&x, 6, __ATOMIC_RELAXED); printf("%d %d\n", x, y);
    y = __atomic_exchange_n(&x, 3, __ATOMIC_ACQ_REL); printf("%d %d\n", x, y);
    int ok = __atomic_compare_exchange_n(&x, &want, 9, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED); printf("%d %d %d\n", ok, x, want);
    ok = __atomic_compare_exchange_n(&x, &want, 9, 1, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED); printf("%d %d\n", ok, x);
    double d = 2.5, e;
    __atomic_load(&d, &e, __ATOMIC_ACQUIRE); printf("%g\n", e);
    e = 7.25; __atomic_store(&d, &e, __ATOMIC_RELEASE); printf("%g\n", d);
    char locked = 0;
    int t1 = __atomic_test_and_set(&locked, __ATOMIC_ACQUIRE), t2 = __atomic_test_and_set(&locked, __ATOMIC_ACQUIRE);
    __atomic_clear(&locked, __ATOMIC_RELEASE);
    printf("%d %d %d\n", t1, t2, locked);
    int arr[4] = { 1, 2, 3, 4 }, *p = arr;
    __atomic_fetch_add(&p, 2 * sizeof(int), __ATOMIC_SEQ_CST);
    printf("%d\n", *p);
    return 0;
}
