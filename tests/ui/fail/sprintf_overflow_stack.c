// sprintf into a stack buffer that is too small.
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    char buf[8];
    sprintf(buf, "%d-%s", argc * 1000, "overflow"); //~ out-of-bounds-write object=buf
    puts(buf);
    return 0;
}
