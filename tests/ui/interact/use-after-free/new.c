// A cache of entries: `a` to `c` look up (and make) an entry, a capital drops it. Dropping frees
// at once now, and the last entry is remembered for the next lookup.
//@ options: --sym-arg 3
//@ alphabet: abAB
//@ interaction: 21 36
//@ args: aAa
#include <stdio.h>
#include <stdlib.h>

struct entry {
    char key;
    int n_uses;
};

static struct entry *table[3];
static struct entry *last;
static struct entry *dropped[8];
static int n_dropped;

static struct entry *look_up(char key) {
    if (last && last->key == key) //~ C2
        return last; //~ C2
    struct entry *found = table[key - 'a'];
    if (!found) {
        found = calloc(1, sizeof *found);
        found->key = key;
        table[key - 'a'] = found;
    }
    last = found;
    return found;
}

static void drop(int slot) {
    if (!table[slot])
        return;
    free(table[slot]); //~ C1
    table[slot] = NULL;
}

int main(int argc, char **argv) {
    if (argc != 2)
        return 2;
    int uses = 0;
    for (const char *p = argv[1]; *p; p++) {
        if (*p >= 'a' && *p <= 'c')
            uses += ++look_up(*p)->n_uses;
        else if (*p >= 'A' && *p <= 'C')
            drop(*p - 'A');
        else
            return 1;
    }
    printf("%d\n", uses);
    while (n_dropped > 0)
        free(dropped[--n_dropped]);
    for (int slot = 0; slot < 3; slot++)
        free(table[slot]);
    return 0;
}
