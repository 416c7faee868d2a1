#include "table.h"

#include <stdlib.h>
#include <string.h>

static size_t hash(const char *word)
{
    size_t value = 5381;
    while (*word)
        value = value * 33 + (unsigned char)*word++;
    return value;
}

static struct entry *find(struct table *table, const char *word)
{
    size_t place = hash(word) & (table->capacity - 1);
    while (table->entries[place].word && strcmp(table->entries[place].word, word) != 0)
        place = (place + 1) & (table->capacity - 1);
    return &table->entries[place];
}

static void grow(struct table *table)
{
    struct table larger = {0};
    larger.capacity = table->capacity ? 2 * table->capacity : 8;
    larger.entries = calloc(larger.capacity, sizeof *larger.entries);
    if (!larger.entries)
        abort();
    for (size_t n = 0; n < table->capacity; n++)
        if (table->entries[n].word)
            *find(&larger, table->entries[n].word) = table->entries[n];
    larger.n_entries = table->n_entries;
    free(table->entries);
    *table = larger;
}

void table_add(struct table *table, const char *word)
{
    if (2 * table->n_entries >= table->capacity)
        grow(table);
    struct entry *entry = find(table, word);
    if (!entry->word) {
        entry->word = strdup(word);
        table->n_entries++;
    }
    entry->count++;
}

static int by_count(const void *left, const void *right)
{
    const struct entry *a = left, *b = right;
    if (!a->word || !b->word)
        return !a->word - !b->word;
    if (a->count != b->count)
        return a->count < b->count ? 1 : -1;
    return strcmp(a->word, b->word);
}

void table_sort(struct table *table)
{
    qsort(table->entries, table->capacity, sizeof *table->entries, by_count);
}

void table_free(struct table *table)
{
    for (size_t n = 0; n < table->capacity; n++)
        free(table->entries[n].word);
    free(table->entries);
}
