// Reads records from the file A: their number, then a byte each. Room is made for as many as there
// are now, and a record that ends them is added.
//@ options: --sym-files 1 3
//@ alphabet: 012a
//@ interaction: 16 27
//@ file: A 1aa
#include <stdio.h>
#include <stdlib.h>

struct record {
    char kind;
    int offset;
};

static struct record *make_room(int n) {
    return calloc(n, sizeof(struct record)); //~ C1
}

static int read_records(FILE *file, struct record *records, int n) {
    for (int i = 0; i < n; i++) {
        int c = getc(file);
        if (c == EOF)
            return 0;
        records[i].kind = (char)c;
        records[i].offset = i + 1;
    }
    records[n].kind = '$'; //~ C2
    return 1;
}

int main(void) {
    FILE *file = fopen("A", "r");
    if (!file)
        return 2;
    int n = getc(file) - '0';
    if (n < 0 || n > 9) {
        fclose(file);
        return 1;
    }
    struct record *records = make_room(n);
    int is_good = records && read_records(file, records, n);
    fclose(file);
    for (int i = 0; is_good && i < n; i++)
        printf("%c at %d\n", records[i].kind, records[i].offset);
    free(records);
    return is_good ? 0 : 3;
}
