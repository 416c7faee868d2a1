// Common symbols, extern arrays of unknown size, functions and data shared between files.
//@ cflags: -fcommon
#include <stdio.h>

int shared_counter;
int common_array[8];
extern int sizes[];
extern const int n_sizes;
extern const char *const titles[];
extern struct config { int verbose; double ratio; char name[16]; } config;
void bump(int by);
int (*handler(const char *))(int);

int main(void) {
    bump(5);
    bump(7);
    printf("%d\n", shared_counter);
    common_array[3] = 4;
    bump(1);
    printf("%d %d\n", common_array[3], common_array[7]);
    for (int i = 0; i < n_sizes; i++) printf("%d ", sizes[i]);
    for (int i = 0; titles[i]; i++) printf("%s ", titles[i]);
    printf("\n%d %g %s\n", config.verbose, config.ratio, config.name);
    config.verbose = 9;
    bump(0);
    printf("%g\n", config.ratio);
    printf("%d %d %d\n", handler("double")(21), handler("square")(12), handler("none") == NULL);
    return shared_counter;
}
