// memcpy that reads past the end of its source.
#include <stdio.h>
#include <string.h>
static int source[3] = { 1, 2, 3 };
int main(void) {
    int target[8];
    size_t n = sizeof target;
    memcpy(target, source, n); //~ out-of-bounds-read object=source
    printf("%d\n", target[0]);
    return 0;
}
