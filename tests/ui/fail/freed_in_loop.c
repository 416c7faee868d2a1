// A loop frees the same pointer in every round.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    char *line = malloc(80);
    for (int i = 0; i < 3; i++) {
        printf("round %d\n", i);
        fflush(stdout);
        free(line); //~ double-free object=heap alloc=5 free=9
    }
    return 0;
}
