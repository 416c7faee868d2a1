// Hands a null pointer to strlen.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    const char *v = getenv("A_VARIABLE_THAT_IS_NOT_SET");
    printf("%zu\n", strlen(v)); //~ null-dereference
    return 0;
}
