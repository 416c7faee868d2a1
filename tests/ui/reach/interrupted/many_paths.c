// The count is even on each of very many paths.
//@ args: 0123456789012345678901234567890123456789
#include <stdio.h>

int main(int argc, char **argv)
{
    int n = 0;
    if (argv[1][0] == 'x')
        puts("x"); //~ reached
    for (char *p = argv[1]; *p; p++)
        n += *p > 'k' ? 2 : *p == 'b' ? 4 : 6;
    if (n == 111)
        puts("odd"); //~ unreached
    if (n == 113)
        puts("odd, too"); //~ unreached
    return argc > 5;
}
