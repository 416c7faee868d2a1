// The drand48 family, whose generator is standardised.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    srand48(12345);
    for (int i = 0; i < 10; i++) printf("%.15g ", drand48());
    printf("\n");
    for (int i = 0; i < 10; i++) printf("%ld ", lrand48());
    printf("\n");
    for (int i = 0; i < 10; i++) printf("%ld ", mrand48());
    printf("\n");
    unsigned short s[3] = { 1, 2, 3 };
    for (int i = 0; i < 5; i++) printf("%.15g ", erand48(s));
    for (int i = 0; i < 5; i++) printf("%ld ", nrand48(s));
    for (int i = 0; i < 5; i++) printf("%ld ", jrand48(s));
    printf("\n%u %u %u\n", s[0], s[1], s[2]);
    unsigned short seed[3] = { 7, 8, 9 };
    seed48(seed);
    printf("%.15g\n", drand48());
    srand48(-1);
    printf("%ld\n", lrand48());
    srand(1); int a = rand(); srand(1); int b = rand();
    printf("%d %d\n", a == b, a >= 0 && a <= RAND_MAX);
    return 0;
}
