// Blocks that a line shares with others, some of them out of a macro.
//@ args: ab
#include <stdio.h>

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

static int twice(int n) { return n > 'k' ? n : 2 * n; }

int main(int argc, char **argv)
{
    int most = LARGER(argv[1][0], argv[1][1]);
    printf("%d %d\n", most, twice(most));
    return argc > 5;
}
