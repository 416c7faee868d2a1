// A write past one local array that would land in another one.
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    char low[8] = "low", high[8] = "high";
    int i = argc + 8;
    high[i] = '!'; //~ out-of-bounds-write object=high
    printf("%s %s\n", low, high);
    return 0;
}
