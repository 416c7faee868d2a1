// A global keeps the address of a local of a function that is gone.
#include <stdio.h>
static char *saved;
static void remember(void) {
    char text[16] = "temporary";
    saved = text;
}
int main(void) {
    remember();
    saved[0] = 'T'; //~ use-after-return object=text
    return 0;
}
