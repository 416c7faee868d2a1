// Three partings one after the other; only all of them together break the new version.
//@ args: aaa
//@ finds: exit 0 | signal 6
#include "patchlight.h"
#include <stdlib.h>

int main(int argc, char **argv) {
    const char *word = argv[1];
    int n_marks = 0;
    if (change(word[0] == '<', word[0] == '<' || word[0] == '[')) //~ new
        n_marks += word[0] == '[';
    if (word[0] && change(word[1] == '!', word[1] == '!' || word[1] == '?')) //~ new
        n_marks += word[1] == '?';
    if (word[0] && word[1] && change(word[2] == '>', word[2] == '>' || word[2] == ']')) //~ new
        n_marks += word[2] == ']';
    if (n_marks == 3)
        abort();
    return 0;
}
