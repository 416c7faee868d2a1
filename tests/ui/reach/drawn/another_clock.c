// The engine's clock is one of 2023: natively, the last two blocks of the line are never executed.
//@ args: ab
#include <stdio.h>
#include <time.h>

int main(int argc, char **argv)
{
    time(NULL) > 1750000000 ? puts("late") : argv[1][0] == 'q' ? puts("quiet") : puts("early");
    return argc > 5;
}
