/* tally: counts the words of its arguments, or of its input. */
#include "config.h"
#include "table.h"
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef UNIT
#error "the build must define UNIT"
#endif

/* The library has a hidden function of the same name. */
const char *trim(const char *text)
{
    return text + strspn(text, " \t");
}

static void add_words(struct table *table, char *line)
{
    char *rest = NULL;
    for (char *word = strtok_r(line, " \t\n", &rest); word; word = strtok_r(NULL, " \t\n", &rest)) {
        char *normal = text_normalise(trim(word));
        if (*normal)
            table_add(table, normal);
        free(normal);
    }
}

static int print_version(const char *program)
{
    printf("%s %s (strings.h %d, no-such-header.h %d, long %d, library %s)\n", program,
           TALLY_VERSION, HAVE_STRINGS_H, HAVE_NO_SUCH_HEADER_H, SIZEOF_LONG,
           text_is_ready ? "ready" : "not ready");
    return 0;
}

int main(int argc, char **argv)
{
    struct table table = {0};
    char line[512];
    if (argc > 1 && strcmp(argv[1], "--version") == 0)
        return print_version(argv[0]);
    if (argc > 1 && argv[1][0] == '-') {
        fprintf(stderr, "%s: unknown option %s\n", argv[0], argv[1]);
        return 2;
    }
    for (int n = 1; n < argc; n++)
        add_words(&table, argv[n]);
    while (argc == 1 && fgets(line, sizeof line, stdin))
        add_words(&table, line);
    if (table.n_entries == 0)
        return 1;
    table_sort(&table);
    for (size_t n = 0; n < table.n_entries; n++)
        printf("%lu %s %s (%s)\n", table.entries[n].count, UNIT, table.entries[n].word,
               text_shape(table.entries[n].word));
    table_free(&table);
    return 0;
}
