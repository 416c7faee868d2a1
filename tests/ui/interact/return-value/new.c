// Looks up the values of variables. One that is unknown is -1 now instead of 0, the slot of the
// default, and the caller takes 0 alone for unknown.
//@ options: --sym-arg 2
//@ alphabet: xyz1
//@ interaction: 28 33
//@ args: z
#include <stdio.h>
#include <stdlib.h>

enum { N_SLOTS = 3 };

struct variable {
    char name;
    int value;
};

static struct variable *variables;

static void define(int slot, char name, int value) {
    variables[slot].name = name;
    variables[slot].value = value;
}

static int slot_of(char name) {
    for (int slot = 1; slot < N_SLOTS; slot++)
        if (variables[slot].name == name)
            return slot;
    return -1; //~ C1
}

static int value_of(char name) {
    int slot = slot_of(name);
    if (slot == 0) { //~ C2
        fputs("default\n", stderr);
        slot = 0;
    }
    return variables[slot].value;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    variables = malloc(N_SLOTS * sizeof *variables);
    if (!variables)
        return 3;
    define(0, 0, 7);
    define(1, 'x', 1);
    define(2, 'y', 2);
    int sum = 0;
    for (const char *p = argv[1]; *p; p++)
        sum += value_of(*p);
    printf("%d\n", sum);
    free(variables);
    return 0;
}
