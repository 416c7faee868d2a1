// Other processes are not run in the engine; what comes after them is seen natively.
//@ args: no
#include <stdio.h>
#include <stdlib.h>

static int run(const char *command)
{
    FILE *stream = popen(command, "r");
    if (!stream)
        return -1;
    while (getc(stream) != EOF)
        continue;
    return pclose(stream);
}

int main(int argc, char **argv)
{
    if (argc > 1 && argv[1][0] == 'y') {
        int status = run("exit 3");
        puts("ended"); //~ reached
        return status != 0;
    }
    run("true");
    puts("also ended"); //~ covered
    return 0;
}
