// __builtin_setjmp: a buffer of five words, and 1 as the value of every jump.
#include <stdio.h>

static void *outer[5], *inner[5];
static int depth;

static __attribute__((noinline)) void jump(void **buffer) { __builtin_longjmp(buffer, 1); }

static __attribute__((noinline)) void nest(int n) {
    depth = n;
    if (n == 0) jump(outer);
    nest(n - 1);
    printf("not reached\n");
}

static __attribute__((noinline)) int retry(void) {
    volatile int tries = 0;
    if (__builtin_setjmp(inner)) printf("again, %d\n", tries);
    if (tries++ < 3) jump(inner);
    return tries;
}

int main(void) {
    volatile int round = 0;
    if (__builtin_setjmp(outer) == 0) {
        printf("first\n");
        nest(5);
    }
    printf("back from depth %d, round %d\n", depth, round);
    if (round++ < 2) nest(2 * round);
    printf("tries %d\n", retry());
    return 0;
}
