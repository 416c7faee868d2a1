// Frees a pointer that was advanced into its block.
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(16);
    strcpy(p, "   text");
    while (*p == ' ') p++;
    free(p); //~ invalid-free object=heap alloc=5
    return 0;
}
