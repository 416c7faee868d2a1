// A global array is written one past its end.
#include <stdio.h>
static int table[10];
static int guard[10];
int main(void) {
    for (int i = 0; i <= 10; i++)
        table[i] = i; //~ out-of-bounds-write object=table
    printf("%d\n", table[3] + guard[0]);
    return 0;
}
