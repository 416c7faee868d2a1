// Only an allocation that fails leads there, through two functions.
//@ args: x
#include <stdio.h>
#include <stdlib.h>

static void give_up(void)
{
    puts("no memory"); //~ failing call at=14
    exit(2);
}

static void *checked(void *memory)
{
    if (!memory)
        give_up();
    return memory;
}

int main(int argc, char **argv)
{
    char *copy = checked(malloc(16));
    char *other = checked(calloc(2, 8));
    copy[0] = argv[argc - 1][0];
    puts(copy[0] == 'y' ? "yes" : "no");
    free(other);
    free(copy);
    return 0;
}
