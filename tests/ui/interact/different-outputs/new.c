// Counts letters and digits: both changes are executed, and each changes a line of the output of
// its own.
//@ options: --sym-arg 2
//@ alphabet: a1.
//@ interaction: none
#include <ctype.h>
#include <stdio.h>

struct counts {
    int letters;
    int digits;
};

static void count(struct counts *counts, const char *text) {
    for (; *text; text++) {
        if (isalpha((unsigned char)*text))
            counts->letters += 2; //~ C1
        else if (isdigit((unsigned char)*text))
            counts->digits += 3; //~ C2
    }
}

static void print(const char *name, int n) {
    printf("%s: %d\n", name, n);
}

int main(int argc, char **argv) {
    struct counts counts = {0, 0};
    if (argc != 2)
        return 2;
    count(&counts, argv[1]);
    print("letters", counts.letters);
    print("digits", counts.digits);
    return 0;
}
