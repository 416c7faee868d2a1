// Takes an unsigned 64-bit remainder by zero.
#include <stdio.h>
static unsigned long buckets;
int main(void) {
    unsigned long hash = 0xdeadbeefcafe;
    printf("%lu\n", hash % buckets); //~ division-by-zero
    return 0;
}
