// A changed function pointer.
//@ args: a
//@ seed: parts-annotated
//@ finds: exit 0 | exit 1
#include "patchlight.h"

static int is_space(int c) { return c == ' ' || c == '\t'; }
static int is_blank(int c) { return c == ' ' || c == '\t' || c == '\v'; }

int main(int argc, char **argv) {
    int (*is_separator)(int) = change(is_space, is_blank);
    return is_separator(argv[1][0]);
}
