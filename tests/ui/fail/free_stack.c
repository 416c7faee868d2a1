// Frees a local array.
#include <stdlib.h>
static void release(void *p) {
    free(p); //~ invalid-free object=local
}
int main(void) {
    char local[32];
    local[0] = 0;
    release(local);
    return local[0];
}
