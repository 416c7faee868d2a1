// No square is 3 more than a multiple of 4.
//@ args: x
#include <stdio.h>

int main(int argc, char **argv)
{
    unsigned char byte = (unsigned char)argv[argc - 1][0];
    unsigned square = (unsigned)byte * byte;
    if ((square & 3) == 3)
        puts("odd"); //~ infeasible at=9
    return 0;
}
