// Another output on a terminal.
//@ args: x
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    if (isatty(STDOUT_FILENO)) {
        printf("\033[1m%d\033[0m\n", argc); //~ reached
        return 0;
    }
    puts(argv[0]);
    return 0;
}
