// Counts lines, words, bytes and word frequencies of standard input.
//@ stdin: It was the best of times, it was the worst of times,\n
//@ stdin: it was the age of wisdom... it was the age of foolishness!\n
//@ stdin: \n
//@ stdin: THE END\n
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct entry { char word[24]; int count; };
static struct entry table[200];
static int used;
static int order(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    return x->count != y->count ? y->count - x->count : strcmp(x->word, y->word);
}
static void add(const char *w) {
    for (int i = 0; i < used; i++) if (!strcmp(table[i].word, w)) { table[i].count++; return; }
    strcpy(table[used].word, w);
    table[used++].count = 1;
}

int main(void) {
    int c, lines = 0, words = 0, bytes = 0, in = 0;
    char w[24];
    int n = 0;
    do {
        c = getchar();
        if (c != EOF) bytes++;
        if (c == '\n') lines++;
        if (c != EOF && isalpha(c)) { if (!in) words++; in = 1; if (n < 23) w[n++] = (char)tolower(c); }
        else if (in) { w[n] = 0; add(w); n = 0; in = 0; }
    } while (c != EOF);
    printf("%d %d %d %d\n", lines, words, bytes, used);
    qsort(table, (size_t)used, sizeof *table, order);
    for (int i = 0; i < used; i++) printf("%3d %s\n", table[i].count, table[i].word);
    return used;
}
