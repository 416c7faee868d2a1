// A table of squares that is counted from 1 now, where it is written and where it is read. With
// one of the changes alone the program fails or says something else; with both it does what it
// did.
//@ options: --sym-arg 2
//@ alphabet: 0379x
//@ interaction: none
#include <stdio.h>
#include <stdlib.h>

enum { N_SQUARES = 10 };

static int *squares;

static void fill(void) {
    for (int n = 0; n < N_SQUARES; n++)
        squares[n + 1] = n * n; //~ C1
}

static int square(int n) {
    return squares[n + 1]; //~ C2
}

static int *make_room(void) {
    return malloc((N_SQUARES + 1) * sizeof(int)); //~ C3
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    squares = make_room();
    if (!squares)
        return 3;
    fill();
    int sum = 0;
    for (const char *p = argv[1]; *p >= '0' && *p <= '9'; p++)
        sum += square(*p - '0');
    printf("%d\n", sum);
    free(squares);
    return 0;
}
