// What the system says, which no input of a test changes.
//@ args: x
#include <stdio.h>
#include <unistd.h>

int main(void)
{
    if (getppid() == 12345678)
        puts("a parent of that number"); //~ result at=8
    return 0;
}
