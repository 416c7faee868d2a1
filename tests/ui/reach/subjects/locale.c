// Characters of several bytes: the locale comes from the environment, which libc alone looks at.
//@ args: x
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    setlocale(LC_ALL, "");
    if (MB_CUR_MAX > 1)
        puts("several"); //~ reached
    return 0;
}
