// Reads through a null pointer.
#include <stdio.h>
static int found;
static int *find(int key) { return key > 10 ? &found : NULL; }
int main(int argc, char **argv) {
    (void)argv;
    int *p = find(argc);
    printf("%d\n", *p); //~ null-dereference
    return 0;
}
