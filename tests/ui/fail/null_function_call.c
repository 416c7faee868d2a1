// Calls a null function pointer.
#include <stdio.h>
static int (*handlers[3])(int);
static int twice(int x) { return 2 * x; }
int main(void) {
    handlers[0] = twice;
    for (int i = 0; i < 3; i++)
        printf("%d\n", handlers[i](i)); //~ null-dereference
    return 0;
}
