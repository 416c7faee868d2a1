// A variable-length array is written past its end.
#include <stdio.h>
static int fill(int n) {
    int v[n];
    for (int i = 0; i < n + 1; i++)
        v[i] = i; //~ out-of-bounds-write object=v
    return v[0];
}
int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", fill(argc + 4));
    return 0;
}
