// Sums a stack array of which one element was never set; the program goes on.
#include <stdio.h>
static int positive(const int *v, int n) {
    int k = 0;
    for (int i = 0; i < n; i++)
        if (v[i] > 0) //~ uninitialised-read severity=warning object=v
            k++;
    return k;
}
int main(void) {
    int v[5];
    for (int i = 0; i < 5; i++)
        if (i != 3) v[i] = i;
    printf("%d\n", positive(v, 5) >= 3);
    return 0;
}
