// Writes a quoted or plain field with a terminator. Two repairs of the same off-by-one: the length
// of a quoted field counts its quote, and `;` is written one further.
//@ options: --sym-arg 3
//@ alphabet: \"ab;,
//@ interaction: 24 34
//@ args: \"a;
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct field {
    const char *text;
    size_t length;
    char terminator;
};

/* `TEXT;`, `TEXT,`, and the same after a quote. */
static int read_field(const char *line, struct field *field) {
    int is_quoted = *line == '"';
    field->text = line;
    field->length = strcspn(line + is_quoted, ";,");
    field->terminator = line[is_quoted + field->length];
    if (is_quoted)
        field->length++; //~ C1
    return field->terminator != 0;
}

static char *write_field(const struct field *field, size_t room) {
    char *out = calloc(room, 1);
    if (!out)
        return NULL;
    memcpy(out, field->text, field->length);
    if (field->terminator == ';')
        out[field->length + 1] = ';'; //~ C2
    return out;
}

int main(int argc, char **argv) {
    struct field field;
    if (argc != 2 || !read_field(argv[1], &field))
        return 1;
    size_t room = strlen(argv[1]);
    if (argv[1][0] != '"')
        room++;
    char *out = write_field(&field, room);
    if (!out)
        return 3;
    fwrite(out, 1, field.length, stdout);
    putchar('\n');
    free(out);
    return 0;
}
