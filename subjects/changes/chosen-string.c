// A condition that differs chooses between two strings. No branch depends on it: what is read through
// the chosen pointer does. ('l' is 108, 's' is 115.)
//@ args: 3
//@ finds: exit 108 | exit 115
#include "patchlight.h"

int main(int argc, char **argv) {
    int n = argv[1][0] - '0';
    const char *word = n > change(5, 7) ? "large" : "small";
    return word[0];
}
