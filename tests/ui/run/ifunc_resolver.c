// Indirect functions: a resolver chooses the implementation at start.
#include <stdio.h>

static int plain(int a, int b) { return a + b; }
static int fancy(int a, int b) { return a + b + 1000; }
static int choice = 3;

typedef int (*impl)(int, int);
static impl resolve(void) { return sizeof(void *) == 8 ? fancy : plain; }
static impl resolve_other(void) { return plain; }
int combine(int, int) __attribute__((ifunc("resolve")));
int simple(int, int) __attribute__((ifunc("resolve_other")));

static int apply(int (*f)(int, int), int n) {
    int s = 0;
    for (int i = 0; i < n; i++) s = f(s, i);
    return s;
}

int main(void) {
    printf("%d\n", combine(1, 2));
    printf("%d\n", simple(1, 2));
    printf("%d %d\n", apply(combine, 5), apply(simple, 5));
    impl volatile p = combine;
    printf("%d\n", p(choice, 4));
    printf("same address: %d\n", p == combine);
    return 0;
}
