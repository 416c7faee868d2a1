// C11 atomics: every operation, width and memory order.
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

static atomic_int ai = 5;
static _Atomic unsigned char ac = 250;
static _Atomic short as = -3;
static atomic_ullong aq = 1ULL << 40;
static _Atomic(int *) ap;
static atomic_bool ab;
static atomic_flag flag = ATOMIC_FLAG_INIT;
struct pair { int a, b; };
static _Atomic struct pair apair;

int main(void) {
    int old = atomic_fetch_add(&ai, 3); printf("%d %d\n", old, atomic_load(&ai));
    old = atomic_fetch_sub_explicit(&ai, 10, memory_order_relaxed); printf("%d %d\n", old, ai);
    old = atomic_fetch_or(&ai, 64); printf("%d %d\n", old, ai);
    old = atomic_fetch_and_explicit(&ai, 0x7e, memory_order_acquire); printf("%d %d\n", old, ai);
    old = atomic_fetch_xor_explicit(&ai, 0xff, memory_order_acq_rel); printf("%d %d\n", old, ai);
    old = atomic_exchange(&ai, 100); printf("%d %d\n", old, ai);
    int expect = 99;
    bool ok = atomic_compare_exchange_strong(&ai, &expect, 7); printf("%d %d %d\n", ok, expect, ai);
    ok = atomic_compare_exchange_strong_explicit(&ai, &expect, 7, memory_order_release, memory_order_relaxed); printf("%d %d %d\n", ok, expect, ai);
    expect = 7;
    while (!atomic_compare_exchange_weak(&ai, &expect, expect * 2)) { }
    printf("%d\n", ai);
    atomic_store_explicit(&ai, -1, memory_order_release);
    printf("%d\n", atomic_load_explicit(&ai, memory_order_acquire));
    for (int i = 0; i < 10; i++) ac++;
    ac *= 3; as -= 7; as *= 4; aq += 5; aq /= 3;
    printf("%d %d %llu\n", ac, as, (unsigned long long)aq);
    int arr[5] = { 1, 2, 3, 4, 5 };
    atomic_init(&ap, arr);
    int *p = atomic_exchange(&ap, arr + 3); printf("%td %d\n", p - arr, *atomic_load(&ap));
    ap--; printf("%d\n", *ap);
    ab = true; printf("%d %d\n", atomic_exchange(&ab, false), 0);
    bool f1 = atomic_flag_test_and_set(&flag), f2 = atomic_flag_test_and_set(&flag);
    atomic_flag_clear(&flag);
    bool f3 = atomic_flag_test_and_set_explicit(&flag, memory_order_seq_cst);
    printf("%d %d %d\n", f1, f2, f3);
    atomic_store(&apair, ((struct pair){ 3, 4 }));
    struct pair q = atomic_exchange(&apair, ((struct pair){ 5, 6 }));
    struct pair r = atomic_load(&apair);
    printf("%d %d %d %d\n", q.a, q.b, r.a, r.b);
    atomic_thread_fence(memory_order_seq_cst); atomic_signal_fence(memory_order_release);
    printf("%d %d\n", atomic_is_lock_free(&ai), ATOMIC_INT_LOCK_FREE);
    return 0;
}
