// A stack array is read past its end in a callee.
#include <stdio.h>
static int sum(const int *v, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += v[i]; //~ out-of-bounds-read object=values
    return s;
}
int main(void) {
    int values[6] = { 1, 2, 3, 4, 5, 6 };
    printf("%d\n", sum(values, 7));
    return 0;
}
