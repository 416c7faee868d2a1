/* A hash table from words to counts. */
#ifndef TABLE_H
#define TABLE_H

#include <stddef.h>

struct entry {
    char *word;
    unsigned long count;
};

struct table {
    struct entry *entries;
    size_t n_entries, capacity;
};

void table_add(struct table *table, const char *word);
void table_sort(struct table *table);
void table_free(struct table *table);

#endif
