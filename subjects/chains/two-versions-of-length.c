// The length is taken before (old) or after (new) blanks are cut off; a name that is nothing but
// blanks then has length 0, and what comes before its last character is read.
//@ args: ab
//@ finds: exit 0 | out-of-bounds-read
#include "patchlight.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    char *name = strdup(argv[1]);
    int length = strlen(name);
    if (length == 0) {
        free(name);
        return 0;
    }
    int cut = length;
    while (cut > 0 && name[cut - 1] == ' ')
        cut--;
    int last = change(length, cut) - 1;
    int is_dot = name[last] == '.'; //~ new
    free(name);
    return is_dot && last == 0;
}
