#include <stdio.h>
#include <stdlib.h>

enum { N_SQUARES = 10 };

static int *squares;

static void fill(void) {
    for (int n = 0; n < N_SQUARES; n++)
        squares[n] = n * n;
}

static int square(int n) {
    return squares[n];
}

static int *make_room(void) {
    return malloc(N_SQUARES * sizeof(int));
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
