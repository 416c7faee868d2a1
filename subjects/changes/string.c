// A changed string: what is compared with. The lengths differ, too.
//@ args: --xyz
//@ finds: exit 1 | exit 0
//@ finds: exit 0 | exit 1
#include "patchlight.h"
#include <string.h>

int main(int argc, char **argv) {
    return strcmp(argv[1], change("--all", "--max")) != 0;
}
