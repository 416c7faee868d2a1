// The new version reads one character more behind a backslash: at the end of the text, too.
// A same-side turn (the backslash) leads to the parting.
//@ args: abcd
//@ finds: exit 0 | out-of-bounds-read
#include "patchlight.h"
#include <stdlib.h>
#include <string.h>

int main(int argc, char **argv) {
    size_t length = strlen(argv[1]);
    char *text = malloc(length + 1);
    memcpy(text, argv[1], length + 1);
    char *p = text;
    while (*p) {
        if (*p == '\\')
            p += change(p[1] ? 2 : 1, 2);
        else
            p++;
    }
    free(text);
    return 0;
}
