// Uses the address of a local after its function returned.
#include <stdio.h>
static int *make(int n) {
    int local[4] = { n, n + 1, n + 2, n + 3 };
    int *volatile p = local;
    return p;
}
int main(void) {
    int *p = make(5);
    printf("%d\n", p[1]); //~ use-after-return object=local
    return 0;
}
