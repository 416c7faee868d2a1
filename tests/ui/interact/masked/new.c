// How a file is opened: what the first change sets is overwritten, whatever the second one does.
//@ options: --sym-arg 2
//@ alphabet: rwa+
//@ interaction: none
#include <stdio.h>

enum { READ = 1, WRITE = 2, CREATE = 4, APPEND = 8 };

static int flags_of(char mode) {
    int flags = APPEND; //~ C1
    switch (mode) {
    case 'r':
        flags = READ;
        break;
    case 'w':
        flags = WRITE | CREATE;
        break;
    case 'a':
        flags = WRITE | APPEND;
        break;
    default:
        flags = -1;
    }
    return flags;
}

static int with_plus(int flags) {
    return flags | READ | WRITE | CREATE; //~ C2
}

int main(int argc, char **argv) {
    int flags = argc == 2 ? flags_of(argv[1][0]) : -1;
    if (flags < 0) {
        puts("no mode");
        return 1;
    }
    if (argv[1][1] == '+')
        flags = with_plus(flags);
    printf("%d\n", flags);
    return 0;
}
