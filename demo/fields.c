/* Prints the selected fields of a line; one field too many is written past the table's end. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct table {
	int n;
	char *field[5];
};

static void split(struct table *table, char *line)
{
	for (char *field = strtok(line, ","); field; field = strtok(NULL, ","))
		table->field[table->n++] = field;
}

int main(int argc, char **argv)
{
	struct table *table = calloc(1, sizeof *table);
	char *line = strdup(argc > 1 ? argv[1] : "a,b,c,d,e,f");

	split(table, line);
	for (int i = 0; i < table->n; i++)
		printf("%d: %s\n", i + 1, table->field[i]);
	free(line);
	free(table);
	return 0;
}
