// A global array is read before its start.
#include <stdio.h>
static int before[4] = { 9, 9, 9, 9 };
static int table[4] = { 1, 2, 3, 4 };
static int at(int i) {
    return table[i]; //~ out-of-bounds-read object=table
}
int main(int argc, char **argv) {
    (void)argv;
    printf("%d\n", at(argc) + before[0]);
    printf("%d\n", at(-argc));
    return 0;
}
