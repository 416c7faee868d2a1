// Branches on heap memory that was never written; the program goes on.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    int *p = malloc(4 * sizeof *p);
    p[0] = 1;
    if (p[2] == 77) //~ uninitialised-read severity=warning object=heap alloc=5
        p[0] = 2;
    printf("done %d\n", p[0] > 0);
    free(p);
    return 0;
}
