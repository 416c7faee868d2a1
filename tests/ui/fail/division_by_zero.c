// Divides an integer by zero.
#include <stdio.h>
static int average(int sum, int n) {
    return sum / n; //~ division-by-zero
}
int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", average(10, argc));
    printf("%d\n", average(10, argc - 1));
    return 0;
}
