// Calls a data pointer that was cast to a function pointer.
#include <stdio.h>
static long data[4] = { 1, 2, 3, 4 };
int main(void) {
    int (*volatile f)(void) = (int (*)(void))(void *)data;
    printf("before\n");
    fflush(stdout);
    printf("%d\n", f()); //~ bad-call object=data
    return 0;
}
