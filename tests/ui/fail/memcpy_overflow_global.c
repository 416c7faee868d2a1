// memcpy of more bytes than the global destination holds.
#include <stdio.h>
#include <string.h>
static char target[16];
static char source[64] = "source";
int main(void) {
    size_t n = 20;
    memcpy(target, source, n); //~ out-of-bounds-write object=target
    printf("%s\n", target);
    return 0;
}
