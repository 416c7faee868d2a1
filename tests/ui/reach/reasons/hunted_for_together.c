// Two lines behind one place that no input leads to, which is not proved.
//@ args: x
#include <stdio.h>
#include <string.h>

static int digest(const char *text)
{
    unsigned sum = 0;
    for (; *text; text++)
        sum += (unsigned char)*text * 2u;
    return sum % 2;
}

int main(int argc, char **argv)
{
    if (digest(argv[argc - 1]) == 1) {
        puts("odd"); //~ infeasible at=16
        if (argc > 2)
            puts("and more"); //~ infeasible at=16
    }
    return 0;
}
