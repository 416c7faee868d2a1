// Branches on a field of a local struct that was never set; the program goes on.
#include <stdio.h>
struct options { int verbose, level, color; };
static void parse(struct options *o, int argc) {
    o->verbose = argc > 1;
    o->level = argc;
}
int main(int argc, char **argv) {
    (void)argv;
    struct options o;
    parse(&o, argc);
    if (o.color) //~ uninitialised-read severity=warning object=o
        printf("level %d\n", o.level);
    else
        printf("level %d\n", o.level);
    return 0;
}
