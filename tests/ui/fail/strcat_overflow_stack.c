// strcat past the end of a stack buffer.
#include <stdio.h>
#include <string.h>
int main(void) {
    char buf[12] = "hello ";
    const char *volatile more = "wonderful world";
    strcat(buf, more); //~ out-of-bounds-write object=buf
    puts(buf);
    return 0;
}
