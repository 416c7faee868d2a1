// A negative length becomes a huge size for memset.
#include <stdio.h>
#include <string.h>
static void clear(char *p, long from, long to) {
    memset(p + from, 0, (size_t)(to - from)); //~ out-of-bounds-write object=line
}
int main(void) {
    char line[32] = "some text";
    clear(line, 4, 9);
    clear(line, 9, 4);
    printf("%s\n", line);
    return 0;
}
