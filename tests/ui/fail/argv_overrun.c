// Walks past the end of argv's terminator and the environment's.
#include <stdio.h>
int main(int argc, char **argv) {
    char *p = NULL;
    for (int i = 0; i < 1 << 20; i++)
        p = argv[argc + i]; //~ out-of-bounds-read object=argv
    printf("%d\n", p == NULL);
    return 0;
}
