// Frees a global variable.
#include <stdlib.h>
static char buffer[64];
int main(void) {
    char *p = buffer;
    free(p); //~ invalid-free object=buffer
    return 0;
}
