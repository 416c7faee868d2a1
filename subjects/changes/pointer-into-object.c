// A pointer is changed within its object: the new version skips the first character, even of nothing.
//@ args: ab
//@ seed: parts
//@ finds: exit 0 | out-of-bounds-read
#include "patchlight.h"

int main(int argc, char **argv) {
    char word[3] = "";
    for (int i = 0; i < 2 && argv[1][i]; i++)
        word[i] = argv[1][i];
    if (!word[0])
        word[1] = word[2] = 'x';
    const char *p = change(word, word + 1);
    int n = 0;
    while (*p) { //~ new
        p++;
        n += *p == '!';
    }
    return 0;
}
