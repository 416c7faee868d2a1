// Memory of alloca is written past its end.
#include <alloca.h>
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    char *p = alloca((size_t)argc * 16);
    for (int i = 0; i < 17; i++)
        p[i] = 'a'; //~ out-of-bounds-write object=alloca
    printf("%c\n", p[0]);
    return 0;
}
