// Reaches a place that the program declares unreachable.
#include <stdio.h>
static const char *name(int n) {
    switch (n) {
    case 0: return "zero";
    case 1: return "one";
    }
    __builtin_unreachable(); //~ unreachable
}
int main(int argc, char **argv) {
    (void)argv;
    printf("%s\n", name(argc));
    printf("%s\n", name(argc + 1));
    return 0;
}
