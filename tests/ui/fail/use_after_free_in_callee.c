// A callee frees what its caller still passes to a library function.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void consume(char *s) {
    if (s[0] == 'd')
        free(s);
}
int main(void) {
    char *s = malloc(20);
    strcpy(s, "data");
    consume(s);
    printf("%zu\n", strlen(s)); //~ use-after-free object=heap alloc=10 free=7
    return 0;
}
