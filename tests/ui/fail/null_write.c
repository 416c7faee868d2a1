// Writes through a null pointer.
#include <stdlib.h>
int main(int argc, char **argv) {
    int *p = argc > 100 ? (int *)argv : NULL;
    *p = 4; //~ null-dereference
    return 0;
}
