// Divides the smallest integer by minus one.
#include <limits.h>
#include <stdio.h>
int main(int argc, char **argv) {
    (void)argv;
    int low = INT_MIN + argc - 1, minus = -argc;
    printf("%d\n", low / minus); //~ division-overflow
    return 0;
}
