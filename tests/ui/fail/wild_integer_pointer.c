// Reads from an integer that is no object's address.
#include <stdint.h>
#include <stdio.h>
int main(void) {
    volatile uintptr_t address = 0x123456780;
    int *p = (int *)address;
    printf("%d\n", *p); //~ wild-pointer
    return 0;
}
