// Writes into a constant table through a cast.
#include <stdio.h>
static const int limits[3] = { 10, 20, 30 };
static void set(int *p, int v) {
    *p = v; //~ write-to-constant object=limits
}
int main(void) {
    set((int *)&limits[1], 5);
    printf("%d\n", limits[1]);
    return 0;
}
