// Writes into a string literal.
#include <stdio.h>
int main(void) {
    char *s = "constant";
    printf("%s\n", s);
    s[0] = 'K'; //~ write-to-constant object=literal
    printf("%s\n", s);
    return 0;
}
