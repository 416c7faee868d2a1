// A pointer overwritten by text is followed.
#include <stdio.h>
#include <string.h>
struct s { char *name; int n; };
int main(void) {
    struct s s = { "fine", 4 };
    memcpy(&s, "overwrit", 8);
    printf("%c\n", s.name[0]); //~ wild-pointer
    return 0;
}
